import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { createSend, n8nWire, Priority, readCredential, type Send, type Transport } from '../../../transport';
import { PollReader } from './reader';
import type { Trigger } from './readTrigger';
import type { Session } from './session';

/** The longest a poll goes on asking for pages, in ms: the next one is due after a minute. */
const LONGEST_POLL_MS = 50_000;

/** As much for the first one: a person waits for the activation. */
const LONGEST_ACTIVATION_MS = 20_000;

/** The way to the wire for a poll: through the queue that all nodes share, before their bulk work. */
export async function openSend(context: IPollFunctions, transport: Transport, priority: number, signal?: AbortSignal): Promise<Send> {
	const credential = readCredential(await context.getCredentials('helpdeskApi'));
	return createSend(transport, { wire: n8nWire(context, credential), credential, priority, signal });
}

/** A reader with a poll's share of time and requests. */
export async function openReader(context: IPollFunctions, transport: Transport, { options, body }: Trigger, session: Session): Promise<PollReader> {
	const { state } = context.getWorkflowStaticData('node') as { state?: { data?: { inboxes?: IDataObject } } };
	const share = shareOf(context, session);
	return new PollReader({
		send: await openSend(context, transport, Priority.trigger, AbortSignal.timeout(share)),
		body,
		clock: transport.clock,
		deadline: transport.clock.now() + share,
		inboxIds: options.inboxIds,
		missing: session.missing,
		isNew: (inboxId) => !session.hasPolled && !(inboxId in (state?.data?.inboxes ?? {})),
		warn: (inboxId, status) => context.logger.warn(`Inbox ${inboxId} answers with status ${status}; the trigger goes on with the others`),
	});
}

/** Newer versions of n8n tell how long a poll may take; before they gave none. */
function shareOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>, session: Session): number {
	const longest = session.hasPolled ? LONGEST_POLL_MS : LONGEST_ACTIVATION_MS;
	return Math.min(longest, context.getPollBudgetMs?.() ?? longest);
}
