import { receiveMessage } from '../../../../sandbox/incoming';
import { byId } from '../../../support/nodeRig';
import { threads } from '../../../support/sandboxRecords';
import type { Story } from './inWorlds';
import { inWords, outcome, type Visit } from './visit';

/** A conversation in which something was written, and how the helpdesk names it. */
function chosen({ sandbox, random }: Visit) {
	const conversation = random.pick(threads(sandbox, 5));
	return { conversation, conversationId: byId(sandbox.wireId(conversation.record.id)) };
}

/** Some forms of pages are not known: then it says so, and nothing was sent. */
async function item(visit: Visit, operation: string, parameters: object) {
	const came = await outcome(visit.run(operation, parameters as never));
	if ('items' in came) return came.items[0]!.json;
	inWords(came.error);
	throw new Error(`refused: ${came.error.message} ${came.error.description}`);
}

const writes = ({ sandbox }: Visit) => sandbox.requests().filter(({ method }) => method === 'POST').length;

/** Get Context knows who wrote what and when, in every form of the answer. */
const tellContext: Story = async (visit) => {
	const { sandbox, world, clock } = visit;
	const { conversation, conversationId } = chosen(visit);
	await clock.sleep(60_000);
	receiveMessage(sandbox.store, conversation, '<p>The newest words.</p><blockquote type="cite">Before.</blockquote>');
	const json = await item(visit, 'conversation.getContext', { conversationId });
	const messages = json.messages as Array<{ id: string; from: string; text: string; created_at: string | null }>;
	const expected = conversation.events.filter(({ message }) => message.direction !== 'internal');
	const ids = (entries: Array<{ id: unknown }>) => entries.map(({ id }) => String(id)).join(', ');
	const wanted = ids(expected.map(({ message }) => ({ id: sandbox.wireId(message.id) })));
	if (ids(messages) !== wanted) throw new Error(`messages ${ids(messages)} and not ${wanted}`);
	const last = messages.at(-1)!;
	if (last.text !== 'The newest words.') throw new Error(`the last text is ${last.text}`);
	const whoIsShown = world.messageRecord === 'event' || world.lastMessageBy !== 'absent';
	expected.forEach((entry, at) => {
		const who = entry.actor_type === 'contact' ? 'customer' : 'teammate';
		if (messages[at]!.from !== who && (whoIsShown || messages[at]!.from !== 'unknown')) throw new Error(`${messages[at]!.from} and not ${who}`);
		if (Date.parse(messages[at]!.created_at!) !== Date.parse(entry.message.created_at)) throw new Error(`written at ${messages[at]!.created_at}`);
	});
	if (json.last_message_id !== String(sandbox.wireId(expected.at(-1)!.message.id)))
		throw new Error(`last_message_id ${String(json.last_message_id)}`);
	if (json.last_customer_message_id !== json.last_message_id) throw new Error(`last_customer_message_id ${String(json.last_customer_message_id)}`);
	if (json.waiting_since === null) throw new Error('nobody waits');
};

/** What Get Context gave is taken back by a reply: it is sent where nothing happened, and not where the customer wrote. */
const tellUnchanged =
	(operation: string, changed: boolean, field: 'last_message_id' | 'updated_at', own: object): Story =>
	async (visit) => {
		const { conversation, conversationId } = chosen(visit);
		const known = await item(visit, 'conversation.getContext', { conversationId });
		// Where it does not show when it was changed, its last message tells.
		const since = known[field] ?? (known.messages as Array<{ created_at: string }>).at(-1)!.created_at;
		await visit.clock.sleep(60_000);
		if (changed) receiveMessage(visit.sandbox.store, conversation, 'Wait!');
		await visit.clock.sleep(60_000);
		const before = writes(visit);
		const json = await item(visit, operation, visit.local({ conversationId, ...own, options: { onlyIfUnchangedSince: String(since) } } as never));
		const sent = visit.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/inboxes/.test(path)).length - before;
		if (changed && (json.skipped !== true || sent > 0)) throw new Error(`sent ${sent} after a newer message`);
		if (!changed && json.skipped === true && !String(json.reason).includes('cannot be told'))
			throw new Error(`kept back: ${String(json.reason)}`);
		if (!changed && json.skipped === true) {
			const hasOneTime = new Set(conversation.events.map(({ message }) => message.created_at)).size === 1;
			if (!hasOneTime) throw new Error(`kept back: ${String(json.reason)}`);
		}
		if (json.skipped === true && sent > 0) throw new Error('skipped and sent');
	};

/** A second run writes nothing that a first one wrote. */
const tellAlreadyThere =
	(operation: string): Story =>
	async (visit) => {
		const { conversationId } = chosen(visit);
		const text = `An answer of its own kind, number ${visit.random.next()}`;
		const parameters = { conversationId, message: text, options: { notIfAlreadyThere: true } };
		const first = await item(visit, operation, parameters);
		if (first.skipped) throw new Error(`the first was kept back: ${String(first.reason)}`);
		await visit.clock.sleep(60_000);
		const second = await item(visit, operation, parameters);
		if (second.skipped !== true || writes(visit) !== 1) throw new Error(`written ${writes(visit)} times`);
	};

/** What is read before something is written, and what a model is given to read. */
export const guardStories: Record<string, Story> = {
	context: tellContext,
	'reply, unchanged': tellUnchanged('message.reply', false, 'last_message_id', { message: 'Hello' }),
	'reply, changed': tellUnchanged('message.reply', true, 'last_message_id', { message: 'Hello' }),
	'reply, changed, by time': tellUnchanged('message.reply', true, 'updated_at', { message: 'Hello' }),
	'priority, unchanged, by time': tellUnchanged('conversation.setPriority', false, 'updated_at', { priority: 'High' }),
	'priority, changed, by time': tellUnchanged('conversation.setPriority', true, 'updated_at', { priority: 'High' }),
	'note, already there': tellAlreadyThere('message.addNote'),
	'reply, already there': tellAlreadyThere('message.reply'),
};
