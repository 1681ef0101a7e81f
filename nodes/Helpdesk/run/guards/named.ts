import { recordIn, type ApiRequest } from '../../../../transport';
import { requestTo } from '../../../shared/endpoint';
import { listedInboxes, known, undefinedIfRefused, type Lookup } from '../../../shared/lookup';
import { personName } from '../../../shared/pickers/lists';
import { filledText } from '../../../shared/values';
import type { Item } from '../item';

/** Operations whose records Dry Run reads, to name them. */
const NAMED = ['mergeConversations', 'splitConversation', 'moveConversation', 'changeConversationContact'];

type NameOf = (id: string, lookup: Lookup, item: Item) => Promise<string | undefined>;

const read = async ({ send }: Lookup, request: ApiRequest) => recordIn((await send(request)).body);

const conversation: NameOf = async (conversationId, lookup, { context }) => {
	const { json } = context.getInputData();
	const isKnown = json.id === conversationId;
	return known(isKnown ? json : await read(lookup, requestTo('getConversation', { conversationId }))).title;
};

const NAMES: Record<string, NameOf> = {
	conversationId: conversation,
	mergeableConversationIds: conversation,
	contactId: async (contactId, lookup) => personName(await read(lookup, requestTo('getContact', { contactId }))),
	inboxId: async (id, lookup) => {
		const inbox = (await listedInboxes(lookup)).find((row) => String(row.id) === id);
		return inbox && filledText(inbox.name);
	},
};

/** Returns names by ID, as the lists in the editor have them. A record that the helpdesk does not show keeps its ID. */
export async function namesIn(item: Item): Promise<Map<string, string>> {
	const { operation, input, lookup } = item;
	if (!lookup || !NAMED.includes(operation.operationId ?? '')) return new Map();
	const found = Object.entries(NAMES).flatMap(([field, nameOf]) =>
		([input[field] ?? []].flat() as string[]).map(async (id) => {
			return [id, (await undefinedIfRefused(nameOf(id, lookup, item))) ?? id] as const;
		}),
	);
	return new Map(await Promise.all(found));
}
