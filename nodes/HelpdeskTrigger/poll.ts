import { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { DroppedError, Priority, readCredential, Transport } from '../../transport';
import { isOfContacts, unseenEvent } from './core/events';
import { OutOfBudget, rotated, MOST_PAGES } from './core/plan';
import { pollOnce } from './core/pollOnce';
import { openState } from './core/state';
import { isTransientFailure, pollError, silenceError, UNATTENDED } from './failure';
import { outputItems } from './items';
import { newSizes, Reader } from './reader';
import { testRun } from './testRun';
import { named, readTrigger, Trigger } from './trigger';

/** Time without a response after which the next poll reports that this one hangs. */
const MAX_SILENCE_MS = 55_000;

/** While other inboxes answer, a failing one is reported again after this time. */
const REPORT_AGAIN_MS = 3_600_000;

/** Every fifth poll waits longer for a failing inbox, which may only be slow. */
const PATIENT_EVERY = 5;

export type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** n8n's durable scheduler may start overlapping polls with the same state within this time. */
const STALE_MS = 5_000;

/** Kept for one activation, in this process. Times are of this machine, in ms. */
class Session {
	/** The state from which the last items were emitted. */
	emitted?: { from: string; at: number };
	running?: Pick<Reader, 'heardAt'>;
	polls = 0;
	/** Number of consecutive polls that read no page. */
	blindPolls = 0;
	/** By inbox: number of failed polls in a row, and when it was reported. */
	readonly failing = new Map<string, { polls: number; reportedAt: number }>();
	/** Inboxes that used up a poll's time, until they answer. */
	readonly slow = new Set<string>();
	readonly sizes = newSizes();
	isChecked = false;
	/** Of the last poll. Expressions may have other values now. */
	named?: Trigger;
}

export function createPoll(transport: Transport): PollFunction {
	const sessionOf = sessionsByActivation();
	return async function () {
		if (this.getMode() === 'manual') return await testRun(this, transport);
		const session = sessionOf(this);
		if (session.running) {
			// Polls can overlap: the running one continues, and this one is skipped.
			if (transport.clock.now() - session.running.heardAt > MAX_SILENCE_MS)
				throw silenceError(this.getNode(), readTrigger(this, transport.clock.now()).action);
			return null;
		}
		const now = transport.clock.now();
		const from = JSON.stringify(this.getWorkflowStaticData('node').state);
		// n8n has not stored the new state yet. If it never does, a later poll starts from this state again.
		if (session.emitted && session.emitted.from === from && now < session.emitted.at + STALE_MS) return null;
		session.running = { heardAt: now };
		try {
			const outputs = await poll(this, transport, session);
			if (outputs) session.emitted = { from, at: transport.clock.now() };
			return outputs;
		} finally {
			session.running = undefined;
			session.polls += 1;
		}
	};
}

/**
 * An activation has one context for all its polls. n8n's durable scheduler makes a context for each poll, always with
 * the mode "update".
 */
function sessionsByActivation() {
	const known = new Map<string, { context: WeakRef<IPollFunctions>; definition: string; session: Session }>();
	return (context: IPollFunctions) => {
		const { id, parameters, credentials } = context.getNode();
		const key = `${context.getWorkflow().id} ${id}`;
		const definition = JSON.stringify([parameters, credentials]);
		const before = known.get(key);
		const isSame = before?.context.deref() === context || context.getActivationMode() === 'update';
		if (before?.definition === definition && isSame) return before.session;
		const session = new Session();
		known.set(key, { context: new WeakRef(context), definition, session });
		return session;
	};
}

async function poll(context: IPollFunctions, transport: Transport, session: Session) {
	const node = context.getNode();
	let trigger: Trigger | undefined;
	let reader: Reader | undefined;
	let hasBegun = false;
	const reported = (error: unknown) => {
		const [inboxId] = [...(reader?.failed ?? [])].find(([, each]) => each === error) ?? [];
		return pollError(error, node, trigger?.action, inboxId);
	};
	try {
		trigger = readTrigger(context, transport.clock.now());
		const { action, setup: asTyped } = trigger;
		const staticData = context.getWorkflowStaticData('node');
		const state = openState(staticData.state);
		hasBegun =
			asTyped.inboxIds.every((inboxId) => inboxId in state.inboxes) &&
			(state.contacts !== undefined || !asTyped.events.some(isOfContacts));
		const credential = readCredential(await context.getCredentials('helpdeskApi'));
		const { slow, failing, polls, sizes } = session;
		const isFailing = (inboxId: string) => inboxId in state.inboxes && (slow.has(inboxId) || failing.has(inboxId));
		reader = session.running = new Reader({
			context,
			transport,
			credential,
			priority: Priority.trigger,
			sizes,
			isNew: (inboxId) => !(inboxId in state.inboxes),
			slow,
			patienceWith: (inboxId) => (!isFailing(inboxId) ? 'patient' : polls % PATIENT_EVERY > 0 ? 'short' : 'once'),
		});
		const { failed } = reader;
		// Fails at once if the reason is known or the trigger is new, otherwise at the second such poll in a row.
		const reportSilence = () => {
			session.blindPolls += 1;
			const [failure] = failed.values();
			if (failure) throw failure;
			if (!hasBegun || session.blindPolls > 1) throw silenceError(node, action);
			return null;
		};
		if (session.named?.typed !== trigger.typed)
			session.named = await named(trigger, reader.lookup).catch(undefinedIfLate);
		if (!session.named) return reportSilence();
		const { body, input, setup: asNamed } = session.named;
		reader.body = body;
		const inOrder = rotated(asTyped.inboxIds, polls);
		// Failing inboxes come last, so that no other inbox waits for them.
		const read = inOrder.slice(0, MOST_PAGES).sort((a, b) => Number(isFailing(a)) - Number(isFailing(b)));
		const inboxIds = [...read, ...inOrder.slice(MOST_PAGES)];
		const setup = { ...asNamed, turn: polls, inboxIds };
		const { items, state: next, conversations, contacts } = await pollOnce(state, setup, reader);
		if (reader.answered.size === 0) return reportSilence();
		session.blindPolls = 0;
		const unseen = session.isChecked ? undefined : unseenEvent(conversations, contacts, setup);
		const isUnattended = UNATTENDED.includes(context.getActivationMode());
		if (unseen && polls === 0 && !isUnattended) throw unseen;
		if (unseen && isUnattended) context.logger.warn(unseen.message);
		session.isChecked ||= conversations.length + contacts.length > 0;
		// `outputItems` may send requests that fail, so the state is stored afterwards.
		const { ticketAddress } = credential;
		const outputs = await outputItems(items, { input, ticketAddress, lookup: reader.lookup });
		staticData.state = next as never;
		const failure = unseen && !isUnattended ? unseen : failureDue(session, reader, transport.clock.now());
		if (failure && items.length === 0) throw failure;
		// Reports like a thrown error, but the items of other inboxes are emitted too.
		if (failure) context.__emitError(reported(failure));
		return outputs.length > 0 ? [outputs] : null;
	} catch (error) {
		const failed = reported(error);
		if (session.polls > 0 || !hasBegun || !isTransientFailure(error, context.getActivationMode())) throw failed;
		context.logger.warn(`The trigger continues where it stopped, but its first poll failed: ${failed.message}`);
		session.blindPolls = 1;
		return null;
	}
}

function undefinedIfLate(error: unknown): undefined {
	if (!(error instanceof DroppedError || error instanceof OutOfBudget)) throw error;
}

/** Returns the inbox failure to report now: at its second poll in a row, then hourly. */
function failureDue({ failing }: Session, { failed, answered }: Reader, now: number) {
	for (const inboxId of failing.keys()) if (answered.has(inboxId) && !failed.has(inboxId)) failing.delete(inboxId);
	let due: unknown;
	for (const [inboxId, error] of failed) {
		const { polls, reportedAt } = failing.get(inboxId) ?? { polls: 0, reportedAt: -Infinity };
		const isDue = !due && inboxId !== '' && polls >= 1 && now - reportedAt >= REPORT_AGAIN_MS;
		if (isDue) due = error;
		failing.set(inboxId, { polls: polls + 1, reportedAt: isDue ? now : reportedAt });
	}
	return due;
}
