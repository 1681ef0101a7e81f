import { traverseNodeParameters, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { InputError, isObject } from '../../../../transport';
import { fieldsOf, Inputs, quoted } from '../../../shared';
import { Untyped } from '../untyped';

type Parsed = Parameters<typeof traverseNodeParameters>[1];

function argumentsIn(value: unknown) {
	const found: Parsed = [];
	traverseNodeParameters(value as never, found);
	return [...new Set(found.map(({ key }) => key))];
}

/** Returns the arguments of a tool, by the name of the parameter. */
export function argumentsOf({ parameters }: INode) {
	const all = Object.values(parameters).flatMap((value) =>
		typeof value === 'object' && value !== null && !('__rl' in value) ? Object.entries(value) : [],
	);
	const named = [...Object.entries(parameters), ...all].map(([name, value]) => [name, argumentsIn(value)] as const);
	return new Map(named.flatMap(([name, [only, ...more]]) => (only && more.length === 0 ? [[name, only]] : [])));
}

/** Arguments that a review step of an agent adds. */
const OF_N8N = ['tool', 'toolParameters'];

/** An error whose text is already written for a model. */
export class ModelError extends InputError {}

/** Throws {ModelError} for an argument that no field takes, because n8n would drop it in silence. */
export function refuseUnknownArguments(context: IExecutePaginationFunctions, node: INode) {
	const { runExecutionData, runIndex = 0 } = context as Untyped;
	const run = runExecutionData?.resultData.runData[node.name]?.[runIndex];
	const { query, ...given } = run?.inputOverride?.ai_tool?.[0]?.[0]?.json ?? {};
	const known = argumentsIn(node.parameters);
	// n8n also takes arguments from an object under "query".
	const names = [...Object.keys(given), ...(isObject(query) ? Object.keys(query) : [])];
	const unknown = names.filter((name) => !known.includes(name) && !OF_N8N.includes(name));
	if (known.length === 0 || unknown.length === 0) return;
	throw new ModelError(
		`This tool has no argument ${unknown.map(quoted).join(', ')}`,
		`Nothing was sent. Call it again with these only: ${known.join(', ')}.`,
	);
}

/** Replaces names of the panel by those of the arguments: a model knows no others. */
export function inArguments(text: string, inputs: Inputs, node: INode) {
	const filled = argumentsOf(node);
	return fieldsOf(inputs).reduce((told, { property: { name, displayName } }) => {
		const argument = filled.get(name);
		return argument === undefined ? told : told.replaceAll(quoted(displayName), quoted(argument));
	}, text);
}
