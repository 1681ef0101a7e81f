import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { beginOf, InputError } from '../../../../transport';
import { PRIORITIES, quoted, SPAM, STATUSES } from '../../../shared/names';
import { normal } from '../../../shared/values';
import { limitOf } from '../outputs';
import type { SendingItem } from '../item';
import { argumentsOf } from './arguments';

/** Of one answer to a model, in characters: about 5,000 words. */
export const TOOL_BUDGET = 20_000;

/** Resources whose texts the team writes. */
const OF_TEAM = ['inbox', 'user', 'automation', 'tag', 'savedReply', 'report', 'knowledgeBase'];

/** Values that a model passes on, and the node's own texts. */
const PLAIN = /^(status|priority|tags|message|hint|reason|more|wouldSend|receipt)$|_at$|_local$/;

/** Texts of people, even of one word. */
const OF_PEOPLE = /subject|text|body|name$/;

/** Marks the lines that people wrote, as Get Context does: no instruction in them is meant for the model. */
function marked(value: unknown, name = ''): unknown {
	if (PLAIN.test(name)) return value;
	if (typeof value === 'string')
		return value !== '' && (OF_PEOPLE.test(name) || /\s/.test(value)) ? value.replace(/^/gm, '| ') : value;
	if (Array.isArray(value)) return value.map((each) => marked(each, name));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each, key)]));
}

/** Statuses and priorities that lists of this process have shown, by account. */
const shown = new Map<string, Set<string>>();

const KNOWN = { statuses: [...STATUSES, SPAM], priorities: PRIORITIES };

/** Throws {InputError} if nothing was found by a value that nobody knows: the model would conclude that there is none. */
function refuseUnknownValues({ input, operation, credential }: SendingItem, items: INodeExecutionData[]): void {
	const seen = shown.get(credential.account) ?? new Set();
	shown.set(credential.account, seen);
	for (const { json } of items)
		for (const value of [json.status, json.priority])
			if (typeof value === 'string' && seen.size < 100) seen.add(value);
	if (items.length > 0) return;
	for (const { property } of operation.filters ?? []) {
		const known = KNOWN[property.name as keyof typeof KNOWN];
		const wanted = (input[property.name] ?? []) as string[];
		const all = [...new Set([...(known ?? []), ...seen])];
		const unknown = known && wanted.find((each) => !all.some((value) => normal(value) === normal(each)));
		if (unknown === undefined) continue;
		throw new InputError(
			`Nothing was found: ${quoted(property.displayName)} got "${beginOf(unknown, 60)}", which is not known`,
			`Known are: ${known!.join(', ')}.`,
		);
	}
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
	refuseUnknownValues(item, items);
	const { resource } = scope.node(context).parameters;
	const texts = OF_TEAM.includes(String(resource))
		? items
		: items.map(({ json, ...others }) => ({ ...others, json: marked(json) as IDataObject }));
	let left = TOOL_BUDGET;
	const fitting = texts.filter(({ json }) => (left -= JSON.stringify(json).length) >= 0);
	const kept = fitting.length > 0 ? fitting : texts.slice(0, 1).map(shortened);
	const isList = operation.fields?.some(({ property }) => property.name === 'returnAll');
	const mayBeMore = kept.length < items.length || items.length >= limitOf(input);
	if (!isList || (total === undefined ? !mayBeMore : total <= kept.length)) return kept;
	const count = total === undefined ? `${kept.length}, and there may be more` : `${kept.length} of ${total}`;
	return [{ json: { more: `Shown: ${count}. ${wayOn(item)}` } }, ...kept];
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

/** Cuts the texts of an item that is longer than the whole budget. */
function shortened({ json, ...others }: INodeExecutionData): INodeExecutionData {
	const cut = (value: unknown): unknown => {
		if (typeof value === 'string') return value.length > 2_000 ? `${beginOf(value, 2_000)} […]` : value;
		if (Array.isArray(value)) return value.slice(0, 20).map(cut);
		if (typeof value !== 'object' || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]));
	};
	return { ...others, json: cut(json) as IDataObject };
}
