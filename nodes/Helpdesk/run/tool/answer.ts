import { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { beginOf, InputError, readingsOf } from '../../../../transport';
import { PRIORITIES, quoted, SPAM, STATUSES, normal, seen, withTexts } from '../../../shared';
import { limitOf } from '../outputs';
import { SendingItem } from '../item';
import { Untyped } from '../untyped';
import { argumentsOf, inArguments } from './arguments';

/** Maximum length of one answer to a model, in characters. */
export const TOOL_BUDGET = 20_000;

/** Resources whose texts the team writes. */
const OF_TEAM = ['inbox', 'user', 'automation', 'tag', 'savedReply', 'report', 'knowledgeBase'];

/** Fields without a mark: values that a model passes on, and the node's own texts. */
const PLAIN = /^(status|priority|tags|message|hint|reason|more|wouldSend|receipt)$|_at$|_local$/;

/** Fields that contain texts of people, even of one word. */
const OF_PEOPLE = /subject|text|body|excerpt|preview|company|title|notes|content|description|^custom_field|name$/;

/** U+0085 starts a line too. */
const LINE_START = /^|(?<=\u0085)/gm;

/** Marks lines that people wrote, as Get Context does, so that a model follows no instruction in them. */
function marked(value: unknown, name = ''): unknown {
	if (PLAIN.test(name)) return value;
	if (typeof value === 'string')
		return value !== '' && (OF_PEOPLE.test(name) || /\s/.test(value)) ? value.replace(LINE_START, '| ') : value;
	if (Array.isArray(value)) return value.map((each) => marked(each, name));
	if (typeof value !== 'object' || value === null) return value;
	const isOfPeople = name.startsWith('custom_field');
	return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, marked(each, isOfPeople ? name : key)]));
}

const KNOWN: Record<string, { field: string; values: string[] }> = {
	statuses: { field: 'status', values: [...STATUSES, SPAM] },
	priorities: { field: 'priority', values: PRIORITIES },
};

const MAX_VALUES = 100;

/** Known values by account and field, with those that items have shown. */
const valuesOf = new Map<string, Set<string>>();

function learn(account: string, items: INodeExecutionData[]) {
	for (const { field, values } of Object.values(KNOWN)) {
		const all = valuesOf.get(account + field) ?? new Set(values);
		valuesOf.set(account + field, all);
		for (const { json } of items) {
			const value = json[field];
			if (typeof value === 'string' && all.size < MAX_VALUES) all.add(value);
		}
	}
}

/**
 * Returns a sentence for each filter that got an unknown value. Throws {InputError} if there are no items, because the
 * model would conclude that there are none.
 */
function unknownValues({ input, operation, credential }: SendingItem, items: INodeExecutionData[]) {
	learn(credential.account, items);
	return (operation.filters ?? []).flatMap(({ property: { name, displayName } }) => {
		const field = KNOWN[name]?.field;
		const known = [...(valuesOf.get(`${credential.account}${field}`) ?? [])];
		const words = known.map(normal);
		const unknown = field && ((input[name] ?? []) as string[]).find((each) => !words.includes(normal(each)));
		if (!unknown) return [];
		const text = `${quoted(displayName)} got "${beginOf(unknown, 60)}", which is not known`;
		const todo = `Known are: ${known.join(', ')}.`;
		if (items.length === 0) throw new InputError(`Nothing was found: ${text}`, todo);
		return [`${text}. ${todo}`];
	});
}

/**
 * Returns what a model gets: texts of people are marked, a list says if there is more, and it has a budget of
 * characters. Throws {InputError} if nothing was found by an unknown value.
 *
 * @param total number of records in the whole list, if the helpdesk shows it
 */
export function answerForModel(item: SendingItem, items: INodeExecutionData[], total?: number): INodeExecutionData[] {
	const { operation, input, node } = item;
	if (operation.output.form.forModel) return items;
	const unknown = unknownValues(item, items);
	const texts = OF_TEAM.includes(String(node.parameters.resource))
		? items
		: items.map(({ json, ...others }) => ({ ...others, json: marked(json) as IDataObject }));
	const isList = operation.fields?.some(({ property }) => property.name === 'returnAll');
	const { kept, cutAt } = fitting(texts);
	// A hint says that the list was not read to its end.
	const isWhole = items.length < limitOf(input) && items.every(({ json }) => json.hint === undefined);
	const all = isWhole ? items.length : total;
	const mayBeMore = kept.length < items.length || items.length >= limitOf(input);
	const isPart = isList && (all === undefined ? mayBeMore : all > kept.length);
	const count = all === undefined ? `${kept.length}, and there may be more` : `${kept.length} of ${all}`;
	const more = [
		isPart && `Shown: ${count}. ${wayOn(item, kept.length < items.length)}`,
		cutAt < Infinity && `Texts are cut after ${cutAt} characters: read a single one for the whole.`,
		...unknown,
	].filter(Boolean);
	if (more.length === 0) return kept;
	return [{ json: { more: inArguments(more.join(' '), operation, node) } }, ...kept];
}

/** Cuts long texts, and then leaves out the last items, so that one long mail hides no other. */
function fitting(
	items: INodeExecutionData[],
	[cutAt = 150, ...shorter]: number[] = [Infinity, 2_000, 500],
): { kept: INodeExecutionData[]; cutAt: number } {
	const cut = (text: string) => (text.length > cutAt ? `${beginOf(text, cutAt)} […]` : text);
	let left = TOOL_BUDGET;
	const kept = items
		.map(({ json, ...others }) => ({ ...others, json: withTexts(json, cut) as IDataObject }))
		.filter(({ json }) => (left -= JSON.stringify(json).length) >= 0);
	return kept.length === items.length || cutAt === 150 ? { kept, cutAt } : fitting(items, shorter);
}

function wayOn({ operation, node }: SendingItem, isCut: boolean) {
	const filled = argumentsOf(node);
	const limit = isCut ? undefined : filled.get('limit');
	const finding = ['query', ...(operation.filters ?? []).map(({ property }) => property.name)];
	const narrower = finding.flatMap((name) => filled.get(name) ?? []).map(quoted);
	const ways = [
		limit !== undefined && `with a higher ${quoted(limit)}`,
		narrower.length > 0 && `with a narrower ${narrower.join(' or ')}`,
	].filter(Boolean);
	const why = isCut ? 'More do not fit into one answer. ' : '';
	return why + (ways.length > 0 ? `Call it again ${ways.join(', or ')}.` : 'This tool cannot show the others.');
}

/** n8n's signature of a link, in case a line break has cut it off. */
const SIGNED = /\bsignature=[\da-f]{32}/i;

/** Blanks links that continue a waiting execution: no model may approve its own text. */
export function withoutWaitingLinks(json: IDataObject, context: IExecutePaginationFunctions) {
	const { additionalData } = context as Untyped;
	const addresses = [additionalData?.webhookWaitingBaseUrl, additionalData?.formWaitingBaseUrl];
	const own = addresses.flatMap((url = '') => /[^/]+$/.exec(url) ?? []);
	const paths = ['webhook-waiting', 'form-waiting', ...own].map((name) => `${name}/`.toLowerCase());
	const isLink = (word: string) => SIGNED.test(word) || paths.some((path) => word.toLowerCase().includes(path));
	const blanked = (text: string) =>
		text.replace(/\S{12,}/g, (word) =>
			readingsOf(word).map(seen).some(isLink) ? '[link to a waiting workflow, left out]' : word,
		);
	return withTexts(json, blanked) as IDataObject;
}
