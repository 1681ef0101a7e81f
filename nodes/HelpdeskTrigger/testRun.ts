import { NodeOperationError, IDataObject, IPollFunctions } from 'n8n-workflow';

import { Priority, readCredential, Transport } from '../../transport';
import { createdAt, touchedAt } from './core/columns';
import { Comparison, eventItems, TriggerItem } from './core/comparison';
import { columnsOf, isOfContacts, unseenEvent } from './core/events';
import { withinBudget } from './core/plan';
import { Setup } from './core/pollOnce';
import { MAX_ROWS_BYTES, Table, Values } from './core/table';
import { Waits } from './core/waits';
import { pollError } from './failure';
import { outputItems } from './items';
import { newSizes, Reader } from './reader';
import { named, readTrigger, Trigger } from './trigger';

/** Maximum pages of oldest conversations for Customer Waiting, over all inboxes. */
const OLDEST_PAGES = 40;

const MAX_THREADS = 20;

/** Returns the newest record that would start the workflow, or the customer who waits longest. Keeps no state. */
export async function testRun(context: IPollFunctions, transport: Transport) {
	let trigger: Trigger | undefined;
	let failedInbox: string | undefined;
	try {
		trigger = readTrigger(context, transport.clock.now());
		const credential = readCredential(await context.getCredentials('helpdeskApi'));
		const options = { context, transport, credential, priority: Priority.interactive, sizes: newSizes() };
		const reader = new Reader(options);
		const oldest = new Reader(options);
		trigger = await named(trigger, reader.lookup);
		reader.body = trigger.body;
		oldest.body = { ...reader.body, display: { ...(reader.body.display as IDataObject), sort: 'oldest' } };
		const setup = { ...trigger.setup, turn: 0, emitsUnknown: true, isTestRun: true };
		const item = await firstItem(setup, reader, oldest, transport.clock.now());
		const { input } = trigger;
		const { ticketAddress } = credential;
		if (item) return [await outputItems([item], { input, ticketAddress, lookup: reader.lookup })];
		const [failure] = reader.failed;
		if (failure) {
			failedInbox = failure[0];
			throw failure[1];
		}
	} catch (error) {
		throw pollError(error, context.getNode(), trigger?.action, failedInbox);
	}
	throw new NodeOperationError(context.getNode(), 'Nothing in the helpdesk matches yet', {
		description:
			'A test run outputs the newest match of the newest 100 of each inbox, and only last messages. Check ' +
			'inboxes and filters, or publish the workflow and wait.',
	});
}

/** @param machineTime in ms, used without a Date header */
async function firstItem(setup: Setup, reader: Reader, oldest: Reader, machineTime: number) {
	const contacts = setup.events.some(isOfContacts) ? (await reader.contacts(1)).records : [];
	const columns = columnsOf(setup);
	const waits = setup.events.includes('customerWaiting') ? new Waits(setup.wait) : undefined;
	// Everything is new to an empty table.
	const table = new Table(columns, undefined, MAX_ROWS_BYTES);
	const comparison = new Comparison(table, new Values({}), columns, setup, waits);
	const cursor = { since: 0, begun: 1, checkpoint: 0, sweep: { at: 0, began: 0 }, isBehind: false };
	let now = 0;
	const readPages = (from: Reader, inboxId: string, pages: number) =>
		withinBudget(async () => {
			for (let position = 0; position < pages * 100;) {
				const page = await from.page(inboxId, position);
				if (!page) return;
				now = Math.max(now, page.time ?? machineTime);
				for (const record of page.records) comparison.see(record, { inboxId, cursor, isBaseline: false, now });
				if (page.isEnd) return;
				position = page.end;
			}
		});
	for (const inboxId of setup.inboxIds) {
		const pages = waits ? Math.ceil(OLDEST_PAGES / setup.inboxIds.length) : 0;
		await readPages(oldest, inboxId, pages);
		await readPages(reader, inboxId, 1);
	}
	const unseen = unseenEvent(comparison.records, contacts, setup);
	if (unseen) throw unseen;
	const hear = async (id: unknown, inboxId: string) => {
		const rows = await reader.thread(id as string, inboxId);
		if (Array.isArray(rows)) comparison.hear(id, rows, now);
	};
	for (const { id, inboxId } of waits?.due(now) ?? []) {
		if (waits!.isUncertain(id)) await hear(id, inboxId);
		if (waits!.overSince(id, now) !== undefined) break;
	}
	for (const { record, inboxId } of comparison.undecided.reverse().slice(0, MAX_THREADS))
		await hear(record.id, inboxId);
	const news = comparison.recordEvents(now).sort((a, b) => b.at - a.at);
	const waiting = news.flatMap(({ items }) => items.filter(({ fields }) => fields.event === 'customerWaiting'));
	const since = ({ fields }: TriggerItem) => Date.parse(String(fields.waiting_since));
	const [longest] = waiting.sort((a, b) => since(a) - since(b));
	const item = longest ?? news[0]?.items[0];
	if (item) return item;
	const newestFirst = comparison.records.sort((a, b) => touchedAt(b, now) - touchedAt(a, now));
	const contactsFirst = contacts.sort((a, b) => createdAt(b) - createdAt(a));
	return [...contactsFirst, ...newestFirst].flatMap((record) => changed(record, setup, contacts.includes(record)))[0];
}

/** Returns a record's events as if all its values had just changed, because there is no earlier poll. */
function changed(record: IDataObject, setup: Setup, isContact: boolean) {
	const change = {
		record,
		isNew: isContact,
		differs: () => true,
		before: () => null,
		isKnown: () => true,
		messages: [],
		now: 0,
	};
	return eventItems(change, setup, isContact);
}
