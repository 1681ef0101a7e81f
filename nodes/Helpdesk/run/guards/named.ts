import { isObject, recordIn, ApiRequest } from '../../../../transport';
import { requestTo, known, personName, recall, rowsOf, undefinedIfRefused, Lookup, filledText } from '../../../shared';
import { SendingItem } from '../item';

/** Operations whose records Dry Run reads, to name them. */
const READ = ['mergeConversations', 'splitConversation', 'moveConversation', 'changeConversationContact'];

type NameOf = (id: string, lookup: Lookup) => Promise<string | undefined>;

const read = async ({ send }: Lookup, request: ApiRequest) => recordIn((await send(request)).body);

const conversation: NameOf = (conversationId, lookup) =>
	recall(lookup, `title of ${conversationId}`, async () => {
		return known(await read(lookup, requestTo('getConversation', { conversationId }))).name;
	});

const NAMES: Record<string, NameOf> = {
	conversationId: conversation,
	mergeableConversationIds: conversation,
	contactId: async (contactId, lookup) => personName(await read(lookup, requestTo('getContact', { contactId }))),
	inboxId: async (id, lookup) => {
		const inbox = (await rowsOf(lookup, 'listInboxes')).find((row) => String(row.id) === id);
		return filledText(inbox?.name);
	},
};

/** Returns names by ID, as picked in the editor or as the helpdesk shows them. */
export async function namesIn(item: SendingItem, lookup: Lookup) {
	const { operation, input, context } = item;
	const names = new Map<string, string>();
	for (const { property } of operation.fields ?? []) {
		const { name } = property;
		const ids = [input[name] ?? []].flat().map(String);
		const stored = context.getNodeParameter(name, null, { rawExpressions: true }) as unknown;
		const { value, cachedResultName: picked } = isObject(stored) ? stored : {};
		if (typeof picked === 'string' && !String(value).startsWith('=')) names.set(ids[0]!, picked);
		const nameOf = READ.includes(operation.operationId!) ? NAMES[name] : undefined;
		for (const id of nameOf ? ids : []) {
			const shown = names.get(id) ?? (await undefinedIfRefused(nameOf!(id, lookup)));
			if (shown !== undefined) names.set(id, shown);
		}
	}
	return names;
}
