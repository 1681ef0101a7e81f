import type { World } from '../../../contract/worlds';
import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import { pollsToScan } from './onceJudge';
import { Run } from './run';
import { MINUTE, type Scenario, type Setup, type Step } from './scenario';

/** Polls after the scenario. They must emit all remaining events. */
const CALM_POLLS = 20;

/** Plays a scenario in a world. Equal arguments give equal findings. */
export async function play(world: World, { setup, steps, turns }: Scenario) {
	const run = new Run(world, setup);
	const { clock, findings, helpdesk, judge } = run;
	const interval = setup.everyMinutes * MINUTE;
	let turn = 0;
	const stepsOf = (isDuring: (step: Step) => boolean) =>
		steps.filter((step) => step.turn === turn && isDuring(step)).sort((a, b) => a.at - b.at);
	run.onRequest = async (request) => {
		for (const step of stepsOf((each) => each.request === request)) await run.do(step);
	};
	for (; turn <= turns; turn += 1) {
		const begins = clock.now();
		for (const step of stepsOf(({ request }) => request === undefined)) {
			await clock.pass(Math.max(0, begins + step.at * interval - clock.now()));
			await clock.until(run.do(step));
		}
		await clock.pass(Math.max(0, begins + interval - clock.now()));
		run.tick();
	}

	// Waits until the last poll has emitted its events.
	await clock.pass(3 * MINUTE);
	run.clearUp();
	await clock.pass(10 * MINUTE);
	const largest = Math.max(...setup.inboxes.map((inbox) => helpdesk.inbox(inbox)!.size));
	const present = helpdesk.presentConversations.length + helpdesk.presentContacts.length;
	const scan = isOfContacts(setup.topic) ? pollsToScan(helpdesk.presentContacts.length) : 0;
	const most =
		CALM_POLLS + scan + Math.ceil((2 * judge.open().length + largest) / setup.maxEvents) + Math.ceil(largest / 20);
	// Continues while optional events are emitted, because required ones may be queued behind them.
	for (
		let polls = 0, calm = 0, clean = 0;
		calm < most && polls < most + Math.ceil(present / setup.maxEvents) && clean < 4;
		polls += 1
	) {
		const { events } = findings;
		await clock.pass(interval);
		run.tick();
		await clock.until(run.calls.settled());
		if (findings.events === events) calm += 1;
		clean = judge.open().length === 0 ? clean + 1 : 0;
	}
	for (const text of judge.open()) findings.add('lost', text);
	if (setup.isQuietAtEnd && !run.isAway && judge.open().length === 0) await stayQuiet(run, interval);
	return findings;
}

/** Number of quiet polls. The request counts of the second half must match docs/trigger.md. */
const QUIET_POLLS = 12;

async function stayQuiet(run: Run, interval: number) {
	const { clock, calls, findings, helpdesk, setup } = run;
	await clock.pass((setup.lookBackMinutes + 15) * MINUTE);
	for (let poll = 0; poll < QUIET_POLLS; poll += 1) {
		await clock.pass(interval);
		run.tick();
		const call = calls.current!;
		await clock.until(calls.settled());
		if (poll < QUIET_POLLS / 2 || call.hasEmitted) continue;
		for (const [inbox, requests] of call.requestsByInbox) {
			const size = inbox === undefined ? helpdesk.contacts.size : helpdesk.inbox(inbox)!.size;
			if (requests > quietCost(setup, size))
				findings.add('quiet', `${requests} requests for an inbox of ${size}`);
		}
	}
}

/** Returns the number of requests of a quiet poll for one inbox, or for the contacts. */
function quietCost({ topic, conversationsPerPoll }: Setup, size: number) {
	if (isOfContacts(topic)) return Math.ceil(size / 100) + 1;
	const newest =
		topic === 'conversationCreated' ? 1 : Math.max(1, Math.ceil(Math.min(size, conversationsPerPoll) / 100));
	return size <= 100 * newest ? newest : newest + 1;
}
