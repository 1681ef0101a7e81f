import { NodeOperationError, type IDataObject, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { MAX_PER_PAGE, Priority, type Send, type Transport } from '../../../transport';
import { changesOf } from '../core/contactChanges';
import { AcceptedPageSize } from '../core/paging';
import type { PageRead, TriggerEvent } from '../core/protocol';
import { isOfContacts, type TriggerOptions } from '../core/state';
import { timeOf, timesOf, type Times } from '../core/times';
import { reachedStates, type ReachedOptions } from '../core/views';
import { customerMessages, valueAt, watchedFields } from '../core/watched';
import { ValueTable } from '../core/fingerprints';
import { pollError } from './failure';
import { itemsOf } from './items';
import { fetchPage } from './pages';
import { concernsAll, credentialOf, openSend } from './reader';
import { readTrigger, type Trigger } from './readTrigger';
import { Sightings } from './unseen';

/** What a test run in the editor shows: the newest record that matches. No state is read or changed. What cannot be seen is an error, as at the activation. */
export async function example(context: IPollFunctions, transport: Transport): Promise<INodeExecutionData[][]> {
	let action: string | undefined;
	let failed: FailedInbox | undefined;
	try {
		const trigger = readTrigger(context);
		({ action } = trigger);
		const { readings, simplify } = trigger;
		const send = openSend(context, transport, await credentialOf(context), Priority.interactive)();
		const sightings = new Sightings(readings);
		const contacts = readings.some(({ event }) => isOfContacts(event)) ? await readContacts(send) : [];
		const conversations = readings.some(({ event }) => !isOfContacts(event))
			? await readConversations(send, trigger, transport.clock.now())
			: { records: [], now: 0 };
		sightings.look(contacts, true);
		sightings.look(conversations.records);
		const unseen = sightings.take();
		if (unseen) throw unseen;
		for (const options of readings) {
			const found = isOfContacts(options.event) ? newestContact(contacts, options) : newestMatch(conversations, options);
			const told = found?.told ?? (options.isNamed ? { event: options.event } : undefined);
			if (found) return [itemsOf([{ ...found, told }], options.event, simplify)];
		}
		// An inbox that was not read may have what the others have not.
		({ failed } = conversations);
		if (failed) throw failed.error;
	} catch (error) {
		throw pollError(error, context.getNode(), action, failed?.inboxId);
	}
	throw new NodeOperationError(context.getNode(), 'Nothing in the helpdesk matches yet', {
		description:
			'A test run shows the newest record that would start the workflow, and there is none among the newest 100 of each inbox. Check the inboxes and the filter, or activate the workflow and wait.',
	});
}

/** The first and the last page of contacts, because the order of the list is not known. */
async function readContacts(send: Send): Promise<IDataObject[]> {
	const { records, lastPage, perPage } = await readPage(send, {}, { page: 1 });
	const last = lastPage > 1 ? await readPage(send, {}, { page: lastPage, size: new AcceptedPageSize(perPage) }) : undefined;
	return [...records, ...(last?.records ?? [])];
}

/** The newest contact; the first where the list shows no times. */
function newestContact(contacts: IDataObject[], options: TriggerOptions): TriggerEvent | undefined {
	const created = ({ created_at: at }: IDataObject) => timeOf(at, -Infinity);
	const [record] = [...contacts].sort((a, b) => created(b) - created(a) || 0);
	if (!record || options.event !== 'contactUpdated') return record && { record };
	return { record, changes: changesOf(record, options.contactFields) };
}

/** What was read of conversations, and what time it is, in ms: the server's, where it tells it. */
interface Listed {
	records: IDataObject[];
	now: number;
	/** The first that was not read, or not to the end. */
	failed?: FailedInbox;
}

interface FailedInbox {
	inboxId: string;
	error: unknown;
}

/**
 * The newest conversations of all inboxes. An inbox that fails is passed over.
 *
 * @param machineTime in ms: it counts where no Date header tells the server's
 */
async function readConversations(send: Send, { body, inboxIds }: Pick<Trigger, 'body' | 'inboxIds'>, machineTime: number): Promise<Listed> {
	const records: IDataObject[] = [];
	let failed: FailedInbox | undefined;
	let now = 0;
	for (const inboxId of inboxIds) {
		try {
			for await (const page of newestPages(send, body, inboxId)) {
				now = Math.max(now, page.serverTime ?? machineTime);
				records.push(...page.records);
			}
		} catch (error) {
			failed ??= { inboxId, error };
			if (concernsAll(error)) throw failed.error;
		}
	}
	return { records, now, failed };
}

/** The newest 100 of an inbox, on as many pages as the server makes of them: newest by activity, the newest by creation may stand far down. */
async function* newestPages(send: Send, body: IDataObject, inboxId: string): AsyncGenerator<PageRead> {
	const size = new AcceptedPageSize();
	let page = 0;
	for (let left = MAX_PER_PAGE; left > 0;) {
		const answer = await readPage(send, body, { inboxId, page: (page += 1), size });
		yield answer;
		left -= answer.perPage;
		size.learn(size.most, answer.perPage);
		if (page >= answer.lastPage) return;
	}
}

/** The newest record that matches, as the event would show it; undefined where there is none. */
function newestMatch({ records, now }: Listed, options: TriggerOptions): TriggerEvent | undefined {
	const { isMatch, time, changes, told } = lookOf(options, now);
	const [newest] = records.filter(isMatch).sort((a, b) => time(timesOf(b)) - time(timesOf(a)));
	return newest && { record: newest, changes: changes?.(newest), told: told?.(newest) };
}

/** One page, of as many records as the server allows. */
async function readPage(
	send: Send,
	body: IDataObject,
	{ inboxId, page, size = new AcceptedPageSize() }: { inboxId?: string; page: number; size?: AcceptedPageSize },
): Promise<PageRead> {
	const refused = async (error: unknown): Promise<undefined> => {
		if (!size.refused(error)) return await Promise.reject(error);
	};
	for (;;) {
		const answer = await fetchPage(send, body, { inboxId, page, perPage: size.most }).catch(refused);
		if (answer) return answer;
	}
}

interface Look {
	isMatch: (record: IDataObject) => boolean;
	time: (times: Times) => number;
	changes?: (record: IDataObject) => TriggerEvent['changes'];
	told?: (record: IDataObject) => TriggerEvent['told'];
}

/** Stands for a value before that nobody knows, so that whatever is reached shows. */
const ANOTHER = '????';

/**
 * As if each state had just been reached.
 *
 * @param now what time it is, in ms
 */
function lookAtReached(reached: ReachedOptions, now: number): Look {
	const { names, views, fingerprint } = reachedStates(reached);
	const values = new ValueTable();
	const told = (record: IDataObject) => {
		const print = fingerprint(record, values, timesOf(record), now) ?? '';
		const hashes = (name: string) => ({ was: ANOTHER, is: valueAt(print, names.indexOf(name)), seen: ANOTHER });
		return views!.tell(record, names, hashes, values, now)[0]?.told;
	};
	return { isMatch: (record) => told(record) !== undefined, time: ({ latest }) => latest, told };
}

function lookOf({ event, watchFields, customerMarks, reached }: TriggerOptions, now: number): Look {
	if (reached) return lookAtReached(reached, now);
	if (event === 'conversationCreated') return { isMatch: () => true, time: ({ created }) => created };
	if (event === 'customerMessage') {
		const { fingerprint, changedAt } = customerMessages(customerMarks);
		const values = new ValueTable();
		return { isMatch: (record) => fingerprint(record, values) !== undefined, time: changedAt };
	}
	const { names, valueOf, changedAt } = watchedFields(watchFields);
	const changes = (record: IDataObject) => {
		const shown = names.map((name) => ({ name, to: valueOf(name, record) })).filter(({ name, to }) => name === 'other' || to !== null);
		return Object.fromEntries(shown.map(({ name, to }) => [name, { from: null, to }]));
	};
	return { isMatch: () => true, time: changedAt, changes };
}
