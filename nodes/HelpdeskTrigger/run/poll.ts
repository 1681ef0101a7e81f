import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Priority, type Transport } from '../../../transport';
import { rules } from '../core/seams';
import { isOfContacts, openState, type EventName } from '../core/state';
import { example } from './example';
import { isTransientFailure, pollError, silenceError, UNATTENDED } from './failure';
import { itemsOf } from './items';
import { pollAll } from './pollOnce';
import { budgetOf, credentialOf, isMissing, openSend, PollReader } from './reader';
import { readTrigger, type Trigger } from './readTrigger';
import { RecentPages } from './recentPages';
import { Sessions, type Session } from './session';
import { Sightings, type UnseenEvents } from './unseen';

/** A poll that runs has had no answer for so long, in ms, that the next one says so. */
const MAX_SILENCE_MS = 55_000;

/** An inbox that fails while the others answer is said again after so long, in ms. */
const SAID_AGAIN_MS = 3_600_000;

/** One that disappeared, or is forbidden, does not come back by itself. */
const MISSING_SAID_AGAIN_MS = 24 * 3_600_000;

/** An activation that reads fewer pages and has not got through them is not well. */
const MIN_PAGES = 10;

/** What n8n calls at activation and then at every poll time. */
export type PollFunction = (this: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

/** The trigger's poll function. */
export function createPoll(transport: Transport): PollFunction {
	const sessions = new Sessions();
	const recent = new RecentPages(transport.clock);
	return async function () {
		if (this.getMode() === 'manual') return await example(this, transport);
		const session = sessions.of(this);
		const now = transport.clock.now();
		if (session.isRunning) {
			// Polls can overlap: the one that runs goes on, and the next poll time takes what it leaves.
			if (now - session.heardAt > MAX_SILENCE_MS) throw silenceError(this.getNode(), readTrigger(this).action);
			return null;
		}
		session.isRunning = true;
		session.heardAt = now;
		try {
			return await poll(this, transport, session, recent);
		} finally {
			session.isRunning = false;
			session.hasPolled = true;
		}
	};
}

async function poll(context: IPollFunctions, transport: Transport, session: Session, recent: RecentPages): Promise<INodeExecutionData[][] | null> {
	const { clock } = transport;
	let trigger: Trigger | undefined;
	let reader: PollReader | undefined;
	let goesOn = false;
	try {
		trigger = readTrigger(context);
		const { readings, startFromText, simplify, maxEvents } = trigger;
		const staticData = context.getWorkflowStaticData('node');
		goesOn = isBegun(context, trigger);
		session.sightings ??= new Sightings(readings);
		const ofInboxes = readings.filter(({ event }) => !isOfContacts(event));
		const isNew = (inboxId: string) => ofInboxes.some(({ event }) => !placesIn(staticData, event).has(inboxId));
		// Where none answers it is no matter of one inbox.
		if (trigger.inboxIds.every((inboxId) => session.hung.has(inboxId))) session.hung.clear();
		const credential = await credentialOf(context);
		reader = new PollReader({
			body: trigger.body,
			clock,
			deadline: clock.now() + budgetOf(context),
			session,
			shared: { recent, account: credential.account },
			isNew,
			sightings: session.sightings,
			warn: (inboxId, status) => context.logger.warn(`Inbox ${inboxId} answers with status ${status}; the trigger goes on with the others`),
		});
		reader.use(openSend(context, transport, credential, Priority.trigger, (wire) => reader!.counted(wire)));
		const { events, isDone, commit } = await pollAll({ staticData, readings, maxEvents, startFromText, session, reader });
		const due = failureDue(session, reader, clock.now());
		if (reader.pages === 0 && events.length === 0) return saySilence(context, session, trigger, reader, goesOn);
		if (!goesOn && events.length === 0 && reader.pages < MIN_PAGES && isCutShort(trigger, reader, isNew, isDone))
			throw silenceError(context.getNode(), trigger.action);
		const unseen = unseenToSay(context, session);
		if (unseen && !session.hasPolled) throw unseen;
		if (reader.pages > 0) session.blindPolls = 0;
		reader.failure = due;
		// What n8n does with a thrown error too, but so that what the others brought is emitted all the same.
		const said = [...(due ? [due] : []), ...(unseen ? [{ error: unseen }] : [])];
		const thrown = events.length > 0 ? undefined : said.shift();
		for (const { error, inboxId } of said) context.__emitError(pollError(error, context.getNode(), trigger.action, inboxId));
		commit();
		if (thrown) throw thrown.error;
		return events.length > 0 ? [itemsOf(events, readings[0]!.event, simplify)] : null;
	} catch (error) {
		const failed = pollError(error, context.getNode(), trigger?.action, reader?.failure?.inboxId);
		if (session.hasPolled || !goesOn || !isTransientFailure(error, context.getActivationMode())) throw failed;
		context.logger.warn(`The trigger is active and goes on from where it was, but its first poll failed: ${failed.message}`);
		session.blindPolls = 1;
		return null;
	}
}

/** What cannot be seen, to be said by an error: to a person who activates the trigger. Where n8n itself started it, it goes to n8n's log. */
function unseenToSay(context: IPollFunctions, { sightings, hasPolled }: Session): UnseenEvents | undefined {
	for (;;) {
		const unseen = sightings?.take(hasPolled);
		if (!unseen || (unseen.isSure && !UNATTENDED.includes(context.getActivationMode()))) return unseen;
		context.logger.warn(unseen.message);
	}
}

/**
 * Whether slow answers cut a beginning short that needs all of them: who is created while the contacts are learned may count
 * as known, and where nothing but records shows the time, what is there in an inbox that was not read would count as new.
 */
function isCutShort({ readings, inboxIds }: Trigger, reader: PollReader, isNew: (inboxId: string) => boolean, isDone: boolean): boolean {
	if (readings.some(({ event }) => isOfContacts(event)) && !isDone) return true;
	const isUndated = readings.some(({ event, startFrom }) => !isOfContacts(event) && startFrom === undefined);
	return !reader.hasTime && isUndated && inboxIds.some((inboxId) => isNew(inboxId) && !reader.inboxes.has(inboxId));
}

/** No page came: why, or from the second time on that it is so. A trigger that has nothing to go on from does not begin so. */
function saySilence(context: IPollFunctions, session: Session, { action }: Trigger, { failure }: PollReader, goesOn: boolean): null {
	session.blindPolls += 1;
	if (failure) throw failure.error;
	if (goesOn && !rules.isSilenceSaid(session.blindPolls)) return null;
	throw silenceError(context.getNode(), action);
}

/**
 * The failure of an inbox that is to be said now, while the others answer: at the second poll in a row, then hourly, or daily
 * where it is missing; of two the other one is said by the next poll. An inbox that a poll did not get to fails as before.
 */
function failureDue(session: Session, { failed, inboxes, pages }: PollReader, now: number): PollReader['failure'] {
	for (const inboxId of session.failing.keys()) if (inboxes.has(inboxId) && !failed.has(inboxId)) session.failing.delete(inboxId);
	let due: PollReader['failure'];
	for (const [inboxId, error] of failed) {
		const { polls, saidAt } = session.failing.get(inboxId) ?? { polls: 0, saidAt: -Infinity };
		const isDue = !due && pages > 0 && polls >= 1 && now - saidAt >= (isMissing(error) ? MISSING_SAID_AGAIN_MS : SAID_AGAIN_MS);
		if (isDue) due = { error, inboxId };
		session.failing.set(inboxId, isDue ? { polls: 1, saidAt: now } : { polls: polls + 1, saidAt });
	}
	return due;
}

/** Whether every inbox has a place in the state, from which the trigger goes on. */
function isBegun(context: IPollFunctions, trigger: Trigger): boolean {
	const staticData = context.getWorkflowStaticData('node');
	const { inboxIds } = trigger;
	return trigger.readings.every(({ event }) => {
		const places = placesIn(staticData, event);
		return isOfContacts(event) ? places.has('') : inboxIds.every((inboxId) => places.has(inboxId));
	});
}

/** The inboxes that the state knows of a reading; '' for the contacts. */
function placesIn(staticData: IDataObject, event: EventName): Set<string> {
	const part = openState(staticData.state).parts[event] as { inboxes?: object } | undefined;
	return new Set(part && Object.keys(part.inboxes ?? { '': true }));
}
