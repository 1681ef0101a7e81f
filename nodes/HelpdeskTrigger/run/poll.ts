import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { DroppedError, type Transport } from '../../../transport';
import { example } from './example';
import { passes, pollError, serverTimeOf } from './failure';
import { itemsOf } from './items';
import { beginAt, pollOnce } from './pollOnce';
import type { PollReader } from './reader';
import { openReader } from './openReader';
import { readTrigger } from './readTrigger';
import { Sessions, type Session } from './session';
import { Shelf } from './shelf';

/** What n8n calls at activation and then at every poll time. */
export type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** The trigger's poll function. */
export function createPoll(transport: Transport): PollFunction {
	const shelf = new Shelf();
	const sessions = new Sessions();
	return async function () {
		if (this.getMode() === 'manual') return await example(this, transport);
		const session = sessions.of(this);
		// Polls can overlap: the one that runs goes on, and the next poll time takes what it leaves.
		if (session.isRunning) return null;
		session.isRunning = true;
		try {
			return await poll(this, transport, shelf, session);
		} finally {
			session.isRunning = false;
			session.hasPolled = true;
		}
	};
}

async function poll(context: IPollFunctions, transport: Transport, shelf: Shelf, session: Session): Promise<INodeExecutionData[][] | null> {
	const staticData = context.getWorkflowStaticData('node');
	let action: string | undefined;
	let reader: PollReader | undefined;
	try {
		const trigger = readTrigger(context, transport.clock.now());
		({ action } = trigger);
		const { options, simplify } = trigger;
		reader = await openReader(context, transport, trigger, session);
		const key = `${context.getWorkflow().id}:${context.getNode().id}`;
		const events = await pollOnce({ staticData, options, shelf, key, reader });
		return events.length > 0 ? [itemsOf(events, options.event, simplify)] : null;
	} catch (error) {
		// Its time was up while it waited for its turn.
		if (error instanceof DroppedError) return null;
		const failed = pollError(error, context.getNode(), action, reader?.inboxId);
		if (session.hasPolled || !passes(error, context.getActivationMode())) throw failed;
		context.logger.warn(`The trigger is active, but its first poll failed: ${failed.message}`);
		beginAt(staticData, serverTimeOf(error));
		return null;
	}
}
