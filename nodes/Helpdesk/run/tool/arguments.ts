import {
	traverseNodeParameters,
	type IExecutePaginationFunctions,
	type INode,
	type IRunExecutionData,
} from 'n8n-workflow';

import { InputError } from '../../../../transport';
import { fieldsOf, type Inputs } from '../../../shared/field';
import { quoted } from '../../../shared/names';

type Parsed = Parameters<typeof traverseNodeParameters>[1];

type Untyped = Partial<{ runIndex: number; runExecutionData: IRunExecutionData }>;

export function isTool({ type }: Pick<INode, 'type'>): boolean {
	return type.endsWith('Tool');
}

/** Returns the names of the arguments that a model fills in this value. */
function argumentsIn(value: unknown): string[] {
	const found: Parsed = [];
	traverseNodeParameters(value as never, found);
	return [...new Set(found.map(({ key }) => key))];
}

/** Returns the arguments of a tool, by the name of the parameter. */
export function argumentsOf({ parameters }: INode): Map<string, string> {
	const all = Object.values(parameters).flatMap((value) =>
		typeof value === 'object' && value !== null && !('__rl' in value) ? Object.entries(value) : [],
	);
	const named = [...Object.entries(parameters), ...all].map(([name, value]) => [name, argumentsIn(value)] as const);
	return new Map(named.flatMap(([name, [only, ...more]]) => (only && more.length === 0 ? [[name, only]] : [])));
}

/** Throws {InputError} for an argument that no field takes, because n8n would drop it in silence. */
export function refuseUnknownArguments(context: IExecutePaginationFunctions, node: INode): void {
	const { runExecutionData, runIndex = 0 } = context as Untyped;
	const run = runExecutionData?.resultData.runData[node.name]?.[runIndex];
	const { query, ...given } = run?.inputOverride?.ai_tool?.[0]?.[0]?.json ?? {};
	const known = argumentsIn(node.parameters);
	const unknown = [given, query].flatMap((each) => Object.keys(Object(each))).filter((name) => !known.includes(name));
	if (known.length === 0 || unknown.length === 0) return;
	throw new InputError(
		`This tool has no argument ${unknown.map(quoted).join(', ')}`,
		`Nothing was sent. Call it again with these only: ${known.join(', ')}.`,
	);
}

/** Replaces names of the panel by those of the arguments: a model knows no others. */
export function inArguments(text: string, inputs: Inputs, node: INode): { text: string; isFilled: boolean } {
	const filled = argumentsOf(node);
	let isFilled = false;
	const replaced = fieldsOf(inputs).reduce((told, { property: { name, displayName } }) => {
		const argument = filled.get(name);
		if (argument === undefined || !told.includes(quoted(displayName))) return told;
		isFilled = true;
		return told.replaceAll(quoted(displayName), quoted(argument));
	}, text);
	return { text: replaced, isFilled };
}
