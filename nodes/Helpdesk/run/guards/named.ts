import type { IDataObject } from 'n8n-workflow';

import { beginOf, isId, recordIn } from '../../../../transport';
import { requestTo } from '../../../shared/endpoint';
import { emptyIfRefused, recall, type Lookup } from '../../../shared/lookup';
import { personName, pickers } from '../../../shared/pickers/lists';
import type { Item } from '../item';

const MAX_SUBJECT = 60;

/** Operations whose records Dry Run reads, to name them. */
const NAMED = ['mergeConversations', 'splitConversation', 'moveConversation', 'changeConversationContact'];

type NameOf = (id: string, lookup: Lookup, item: Item) => Promise<string | undefined>;

/** Returns for example `#1523 'Refund'`; undefined if the record shows no ticket number. */
export function conversationName({ ticket_id: number, subject }: IDataObject): string | undefined {
	if (!isId(number)) return undefined;
	return `#${number}${subject ? ` '${beginOf(String(subject), MAX_SUBJECT)}'` : ''}`;
}

const conversation: NameOf = async (conversationId, lookup, { context }) => {
	const incoming = context.getInputData().json;
	const record =
		incoming.id === conversationId
			? incoming
			: await recall(lookup, `record of ${conversationId}`, async () =>
					recordIn((await lookup.send(requestTo('getConversation', { conversationId }))).body),
				);
	return conversationName(record);
};

const contact: NameOf = async (contactId, lookup) =>
	personName(recordIn((await lookup.send(requestTo('getContact', { contactId }))).body));

/** Names a record as its list in the editor does. */
const listed =
	(picker: 'inboxes' | 'messages'): NameOf =>
	async (id, lookup, { input, context }) => {
		const chosen = (name: string) => String(input[name]);
		const picking = {
			lookup,
			filter: '',
			page: 1,
			chosen,
			chosenSeveral: () => [],
			timezone: context.getTimezone(),
		};
		return (await pickers[picker](picking)).results.find(({ value }) => value === id)?.name;
	};

const NAMES: Record<string, NameOf> = {
	conversationId: conversation,
	mergeableConversationIds: conversation,
	contactId: contact,
	inboxId: listed('inboxes'),
	threadEventId: listed('messages'),
};

/** Returns names by ID. A record that the helpdesk does not show keeps its ID. */
export async function namesIn(item: Item): Promise<Map<string, string>> {
	const { operation, input, lookup } = item;
	if (!lookup || !NAMED.includes(operation.operationId ?? '')) return new Map();
	const found = Object.entries(NAMES).flatMap(([field, nameOf]) =>
		([input[field] ?? []].flat() as string[]).map(async (id) => {
			const [name] = await emptyIfRefused(nameOf(id, lookup, item).then((each) => [each]));
			return [id, name ?? id] as const;
		}),
	);
	return new Map(await Promise.all(found));
}
