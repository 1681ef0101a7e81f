import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { beginOf, InputError } from '../../../../transport';
import { PRIORITIES, quoted, SPAM, STATUSES } from '../../../shared/names';
import { normal } from '../../../shared/values';
import { limitOf } from '../outputs';
import type { SendingItem } from '../item';
import { argumentsOf, inArguments } from './arguments';

/** Of one answer to a model, in characters: about 5,000 words. */
export const TOOL_BUDGET = 20_000;

/** Resources whose texts the team writes. */
const OF_TEAM = ['inbox', 'user', 'automation', 'tag', 'savedReply', 'report', 'knowledgeBase'];

/** Values that a model passes on, and the node's own texts. */
const PLAIN = /^(status|priority|tags|message|hint|reason|more|wouldSend|receipt)$|_at$|_local$/;

/** Texts of people, even of one word. */
const OF_PEOPLE = /subject|text|body|excerpt|preview|company|title|notes|content|description|^custom_field|name$/;

/** Marks the lines that people wrote, as Get Context does: no instruction in them is meant for the model. */
function marked(value: unknown, name = ''): unknown {
	if (PLAIN.test(name)) return value;
	if (typeof value === 'string')
		return value !== '' && (OF_PEOPLE.test(name) || /\s/.test(value)) ? value.replace(/^/gm, '| ') : value;
	if (Array.isArray(value)) return value.map((each) => marked(each, name));
	if (typeof value !== 'object' || value === null) return value;
	const isOfPeople = name.startsWith('custom_field');
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each, isOfPeople ? name : key)]));
}

/** Statuses and priorities that lists of this process have shown, by account. */
const shown = new Map<string, Set<string>>();

const KNOWN = { statuses: [...STATUSES, SPAM], priorities: PRIORITIES };

/**
 * Names the wanted values that nobody knows. Throws {InputError} if nothing was found: the model would conclude that
 * there is none.
 */
function unknownValues({ input, operation, credential }: SendingItem, items: INodeExecutionData[]): string[] {
	const seen = shown.get(credential.account) ?? new Set();
	shown.set(credential.account, seen);
	for (const { json } of items)
		for (const value of [json.status, json.priority])
			if (typeof value === 'string' && seen.size < 100) seen.add(value);
	return (operation.filters ?? []).flatMap(({ property: { name, displayName } }) => {
		const known = KNOWN[name as keyof typeof KNOWN];
		const all = [...(known ?? []), ...seen].map(normal);
		const unknown = known && ((input[name] ?? []) as string[]).find((each) => !all.includes(normal(each)));
		if (unknown === undefined) return [];
		const text = `${quoted(displayName)} got "${beginOf(unknown, 60)}", which is not known`;
		const todo = `Known are: ${known!.join(', ')}.`;
		if (items.length === 0) throw new InputError(`Nothing was found: ${text}`, todo);
		return [`${text}. ${todo}`];
	});
}

/**
 * Returns what a model gets: texts of people are marked, a list says if there is more, and it has a budget of
 * characters. Throws {InputError} if nothing was found by an unknown value.
 *
 * @param total of the whole list, if the helpdesk shows it
 */
export function answerForModel(item: SendingItem, items: INodeExecutionData[], total?: number): INodeExecutionData[] {
	const { operation, input, context, scope } = item;
	if (operation.output.form.forModel) return items;
	const unknown = unknownValues(item, items);
	const { resource } = scope.node(context).parameters;
	const texts = OF_TEAM.includes(String(resource))
		? items
		: items.map(({ json, ...others }) => ({ ...others, json: marked(json) as IDataObject }));
	const isList = operation.fields?.some(({ property }) => property.name === 'returnAll');
	const { kept, cutAt } = fitting(texts);
	const all = limitOf(input) === Infinity ? items.length : total;
	const mayBeMore = kept.length < items.length || items.length >= limitOf(input);
	const isPart = isList && (all === undefined ? mayBeMore : all > kept.length);
	const count = all === undefined ? `${kept.length}, and there may be more` : `${kept.length} of ${all}`;
	const more = [
		...(isPart ? [`Shown: ${count}. ${kept.length < items.length ? TOO_LONG : wayOn(item)}`] : []),
		...(cutAt < Infinity ? [`Texts are cut after ${cutAt} characters: read a single one for the whole.`] : []),
		...unknown,
	];
	if (more.length === 0) return kept;
	return [{ json: { more: inArguments(more.join(' '), operation, scope.node(context)) } }, ...kept];
}

const TOO_LONG = 'More do not fit into one answer: ask for fewer, by a narrower search or filter.';

/** Cuts long texts, and then leaves out the last items, so that one long mail hides no other. */
function fitting(items: INodeExecutionData[]): { kept: INodeExecutionData[]; cutAt: number } {
	const size = (list: INodeExecutionData[]) => list.reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
	const cuts = [Infinity, 2_000, 500, 150];
	const cut = (most: number) =>
		items.map(({ json, ...others }) => ({ ...others, json: shortened(json, most) as IDataObject }));
	const cutAt = cuts.find((most) => size(cut(most)) <= TOOL_BUDGET) ?? 150;
	let left = TOOL_BUDGET;
	const kept = cut(cutAt).filter(({ json }) => (left -= JSON.stringify(json).length) >= 0);
	return { kept, cutAt };
}

function wayOn({ operation, context, scope }: SendingItem): string {
	const filled = argumentsOf(scope.node(context));
	const limit = filled.get('limit');
	const finding = ['query', ...(operation.filters ?? []).map(({ property }) => property.name)];
	const narrower = finding.flatMap((name) => filled.get(name) ?? []).map(quoted);
	const ways = [
		...(limit === undefined ? [] : [`with a higher ${quoted(limit)}`]),
		...(narrower.length > 0 ? [`with a narrower ${narrower.join(' or ')}`] : []),
	];
	return ways.length > 0 ? `Call it again ${ways.join(', or ')}.` : 'This tool cannot show the others.';
}

function shortened(value: unknown, most: number): unknown {
	if (typeof value === 'string') return value.length > most ? `${beginOf(value, most)} […]` : value;
	if (Array.isArray(value)) return value.map((each) => shortened(each, most));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, most)]));
}
