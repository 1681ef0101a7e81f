import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { World } from '../../../../contract/worlds';
import { applyChange } from '../../../../sandbox/changes';
import { receiveMessage } from '../../../../sandbox/incoming';
import { createConversation } from '../../../../sandbox/newConversation';
import type { ContactRecord, StoredConversation } from '../../../../sandbox/records';
import { appendEvent, newEvent, newMessage } from '../../../../sandbox/thread';
import { delayOf } from '../../../../sandbox/world/times';
import { statusesOf } from '../../../../sandbox/world/words';
import type { ActiveTrigger } from '../../trigger/support/triggerRig';
import type { Story } from './inWorlds';
import { inWords, type ShownError, type Visit } from './visit';

const MINUTE = 60_000;
const SUPPORT = 'inbox_support';
/** Within so many polls the latest of worlds shows what happened, and the trigger has looked everywhere. */
const enough = (world: World) => 10 + Math.ceil(delayOf(world) / MINUTE);
/** Polls after the last event, in which nothing may be told again. */
const AFTERWARDS = 2;
/** Of a poll (docs/trigger.md, What it costs). */
const MAX_REQUESTS = 100;

const inSupport = ({ sandbox }: Visit) => sandbox.store.sortedConversations({ inboxId: SUPPORT }, 'newest');
const activated = (visit: Visit, parameters: INodeParameters) => visit.trigger(visit.local(parameters));

/** One poll a minute, and what they brought together. */
async function polls({ clock, sandbox }: Visit, trigger: ActiveTrigger, count: number): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let poll = 0; poll < count; poll += 1) {
		const before = sandbox.requests().length;
		items.push(...(await trigger.poll()));
		const asked = sandbox.requests().length - before;
		if (asked > MAX_REQUESTS) throw new Error(`${asked} requests in a poll`);
		await clock.sleep(MINUTE);
	}
	return items;
}

/** What comes until there is as much as `wanted`, and a little longer. */
async function pollsFor(visit: Visit, trigger: ActiveTrigger, wanted: number): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let poll = 0; poll < enough(visit.world) && items.length < wanted; poll += 1) items.push(...(await polls(visit, trigger, 1)));
	return [...items, ...(await polls(visit, trigger, AFTERWARDS))];
}

/** The trigger begins, and knows what there is; none of that is an event. */
async function begun(visit: Visit, parameters: INodeParameters): Promise<ActiveTrigger> {
	const trigger = activated(visit, parameters);
	const early = await polls(visit, trigger, 3);
	if (early.length > 0) throw new Error(`${early.length} events of what was there before`);
	return trigger;
}

/** Each told once, and nothing else. */
function onceEach({ sandbox }: Visit, items: INodeExecutionData[], ids: string[]): void {
	const came = items.map(({ json }) => String(json.id));
	const wanted = ids.map((id) => sandbox.wireId(id));
	const missing = wanted.filter((id) => !came.includes(id)).length;
	const twice = came.length - new Set(came).size;
	const others = came.filter((id) => !wanted.includes(id)).length;
	if (missing + twice + others > 0) throw new Error(`of ${wanted.length} events ${missing} lost, ${twice} told twice, ${others} of something else`);
}

const created: Story = async (visit) => {
	const { store } = visit.sandbox;
	if (visit.random.next() < 0.3) [...store.conversations.values()].forEach((each) => store.forget(each));
	const trigger = await begun(visit, { event: 'conversationCreated', inboxIds: SUPPORT });
	const ids: string[] = [];
	for (let count = 0; count < 3; count += 1) {
		const contactId = store.contactsOf('org_acme')[count]!.id;
		ids.push(createConversation(store, { inboxId: SUPPORT, contactId, subject: 'New', html: '<p>New</p>' }).record.id);
		if (visit.random.next() < 0.5) await visit.clock.sleep(7_300);
	}
	onceEach(visit, await pollsFor(visit, trigger, ids.length), ids);
};

const updated: Story = async (visit) => {
	const trigger = await begun(visit, { event: 'conversationUpdated', inboxIds: SUPPORT, watchFields: ['status'] });
	const conversation = visit.random.pick(inSupport(visit));
	const { open, closed } = statusesOf(visit.world);
	const { status: from, id } = conversation.record;
	const to = from === closed ? open : closed;
	applyChange(visit.sandbox.store, conversation, { status: to });
	const items = await pollsFor(visit, trigger, 1);
	onceEach(visit, items, [id]);
	const { status } = items[0]!.json.changes as Record<string, { from: unknown; to: unknown }>;
	if (status?.to !== to || (status.from !== null && status.from !== from)) throw new Error(`a wrong change: ${JSON.stringify(status)}`);
};

/** Whether anything in a listed conversation says who wrote last. */
const saysWhoWrote = ({ lastMessage, lastMessageBy }: World) =>
	lastMessageBy !== 'absent' && !(lastMessage === 'absent' && lastMessageBy === 'directionOnly');

const customerMessage: Story = async (visit) => {
	const { store } = visit.sandbox;
	const parameters = { event: 'customerMessage', inboxIds: SUPPORT };
	if (!saysWhoWrote(visit.world)) return await nothingUntrue(visit, parameters);
	const trigger = await begun(visit, parameters);
	const [asked, answered] = distinct(visit);
	receiveMessage(store, asked, '<p>And now?</p>');
	answer(visit, answered);
	onceEach(visit, await pollsFor(visit, trigger, 1), [asked.record.id]);
};

/** Where nobody can know who wrote, an answer of a teammate is no event, and an error has words. */
async function nothingUntrue(visit: Visit, parameters: INodeParameters): Promise<void> {
	const told: INodeExecutionData[] = [];
	const trigger = activated(visit, parameters);
	const listen = async () => {
		told.push(...(await polls(visit, trigger, 3).catch((error: ShownError) => (inWords(error), []))));
	};
	await listen();
	answer(visit, distinct(visit)[1]);
	await listen();
	if (told.length > 0) throw new Error(`${told.length} customer messages where nothing says who wrote`);
}

function distinct(visit: Visit): [StoredConversation, StoredConversation] {
	const asked = visit.random.pick(inSupport(visit));
	return [asked, visit.random.pick(inSupport(visit).filter((each) => each !== asked))];
}

function answer({ sandbox: { store } }: Visit, conversation: StoredConversation): void {
	const agent = store.teammates.get('user_ben')!;
	appendEvent(store, conversation, newEvent(store, 'replied', agent, newMessage(store, { html: '<p>So</p>', direction: 'outgoing' })));
}

const contactCreated: Story = async (visit) => {
	const { store } = visit.sandbox;
	const trigger = await begun(visit, { event: 'contactCreated' });
	const ids = ['Zed', 'Ann', 'Mo'].map((name) => store.addContact('org_acme', { id: store.id('contact'), email: `${name}@new.example`, name }).id);
	onceEach(visit, await pollsFor(visit, trigger, ids.length), ids);
};

const contactUpdated: Story = async (visit) => {
	const contacts = visit.sandbox.store.contactsOf('org_acme');
	const trigger = await begun(visit, { event: ['contactUpdated'], contactFields: ['name'] });
	const first = visit.random.below(contacts.length - 3);
	const [changed, alsoChanged, other] = contacts.slice(first) as [ContactRecord, ContactRecord, ContactRecord];
	changed.name += ' Junior';
	alsoChanged.name = 'Zoe';
	// Not a field that was chosen; and who is new has not changed.
	other.job_title = 'Countess';
	visit.sandbox.store.addContact('org_acme', { id: visit.sandbox.store.id('contact'), email: 'zed@new.example', name: 'Zed' });
	const items = await pollsFor(visit, trigger, 2);
	onceEach(
		visit,
		items,
		[changed, alsoChanged].map(({ id }) => id),
	);
	for (const { json } of items) {
		const { name, ...others } = json.changes as Record<string, { from: unknown; to: unknown }>;
		const isRight = name?.from === null && name.to === (String(json.id) === visit.sandbox.wireId(changed.id) ? changed.name : alsoChanged.name);
		if (!isRight || Object.keys(others).length > 0) throw new Error(`a wrong change: ${JSON.stringify(json.changes)}`);
	}
};

/** What happens after the trigger began is told once each, and nothing else is told. */
export const triggerStories: Record<string, Story> = {
	'Conversation Created': created,
	'Conversation Updated': updated,
	'Customer Message': customerMessage,
	'Contact Created': contactCreated,
	'Contact Updated': contactUpdated,
};
