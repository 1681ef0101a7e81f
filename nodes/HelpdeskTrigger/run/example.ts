import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';

import { Priority, type Send, type Transport } from '../../../transport';
import { customerMessages } from '../core/customerMessages';
import type { TriggerOptions } from '../core/reading';
import type { PageRead, TriggerEvent } from '../core/steps';
import { timesOf, type Times } from '../core/times';
import { updatedFields } from '../core/updatedFields';
import { Words } from '../core/words';
import { pollError } from './failure';
import { itemsOf } from './items';
import { openSend } from './openReader';
import { fetchPage } from './pages';
import { readTrigger, type Trigger } from './readTrigger';

/** What a test run in the editor shows: the newest record that matches. No state is read or changed. */
export async function example(context: IPollFunctions, transport: Transport): Promise<INodeExecutionData[][]> {
	let action: string | undefined;
	try {
		const trigger = readTrigger(context, transport.clock.now());
		({ action } = trigger);
		const found = await findExample(await openSend(context, transport, Priority.interactive), trigger);
		if (found) return [itemsOf([found], trigger.options.event, trigger.simplify)];
	} catch (error) {
		throw pollError(error, context.getNode(), action);
	}
	throw new NodeOperationError(context.getNode(), 'Nothing in the helpdesk matches yet', {
		description: 'A test run shows the newest record that would start the workflow, and there is none among the newest 100 of each inbox. Check the inboxes and the filter, or activate the workflow and wait.',
	});
}

/** The newest record that matches, as the event would show it; undefined where there is none. */
async function findExample(send: Send, { options, body }: Trigger): Promise<TriggerEvent | undefined> {
	const { event, inboxIds, perPage } = options;
	const scopes = event === 'contactCreated' ? [undefined] : inboxIds;
	const pages: PageRead[] = [];
	for (const inboxId of scopes) pages.push(await fetchPage(send, body, { inboxId, page: 1, perPage }));
	const records = pages.flatMap((page) => page.records);
	if (event === 'contactCreated') return records[0] && { record: records[0] };

	const { isMatch, time, changes } = lookOf(options);
	const [newest] = records.filter(isMatch).sort((a, b) => time(timesOf(b)) - time(timesOf(a)));
	return newest && { record: newest, changes: changes?.(newest) };
}

interface Look {
	isMatch: (record: TriggerEvent['record']) => boolean;
	time: (times: Times) => number;
	changes?: (record: TriggerEvent['record']) => TriggerEvent['changes'];
}

function lookOf({ event, watchFields, customerMarks }: TriggerOptions): Look {
	const words = new Words();
	if (event === 'conversationCreated') return { isMatch: () => true, time: ({ created }) => created };
	if (event === 'customerMessage') {
		const watched = customerMessages(customerMarks);
		return { isMatch: (record) => watched.mark(record, words) !== undefined, time: watched.changedAt };
	}
	const watched = updatedFields(watchFields);
	return { isMatch: () => true, time: watched.changedAt, changes: (record) => watched.changes!(record, undefined, words) };
}
