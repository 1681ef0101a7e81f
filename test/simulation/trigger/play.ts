import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import type { World } from '../../../contract/worlds';
import { Random } from '../../../contract/random';
import { SteppedClock } from '../../support/steppedClock';
import { Deeds } from './deeds';
import { Findings } from './judge';
import { pollsToLearn } from './newJudge';
import { stayQuiet } from './quiet';
import { Run } from './run';
import type { Step, Story } from './story';
import { MINUTE } from './story';

/** Polls after the end in which what is left must be told, whatever is left. */
const CALM_POLLS = 20;

/** Plays a story in a world, with the trigger as it is; the same ones give the same findings. */
export async function play(world: World, story: Story): Promise<Findings> {
	const clock = new SteppedClock();
	const findings = new Findings();
	const run = new Run(world, story.setup, clock, new Random(7), findings);
	const deeds = new Deeds(run);
	const steps = byTurn(story.steps);
	run.onRequest = async (turn, request) => {
		for (const step of steps.get(turn)?.during ?? []) if (step.request === request) await deeds.make(step);
	};
	const interval = story.setup.everyMinutes * MINUTE;

	run.fill();
	for (let turn = 0; turn <= story.turns; turn += 1) {
		const begins = clock.now();
		for (const step of steps.get(turn)?.before ?? []) {
			await clock.pass(Math.max(0, begins + step.at * interval - clock.now()));
			await clock.until(deeds.make(step));
		}
		await clock.pass(Math.max(0, begins + interval - clock.now()));
		run.turn = turn;
		run.tick();
	}

	// What happens in the last poll happens before the calm.
	await clock.pass(3 * MINUTE);
	run.clearUp();
	await clock.pass(10 * MINUTE);
	const first = CALM_POLLS + (isOfContacts(story.setup.event) ? pollsToLearn(run.present.contacts.length) : 0);
	const extra = first + Math.ceil((2 * run.open().length + run.largest()) / run.choices.maxEvents) + Math.ceil(run.largest() / 20);
	const longest = extra + Math.ceil(run.size() / run.choices.maxEvents);
	// While things are told that need not be, what must be may still wait behind them.
	for (let polls = 0, calm = 0, clean = 0; calm < extra && polls < longest && clean < 4; polls += 1) {
		const { events } = findings;
		await clock.pass(interval);
		run.turn += 1;
		run.tick();
		await clock.until(run.settled());
		if (findings.events === events) calm += 1;
		clean = run.open().length === 0 ? clean + 1 : 0;
	}
	for (const text of run.open()) findings.add('lost', text);
	if (story.setup.quietPolls > 0) await stayQuiet(run, story.setup.quietPolls, interval);
	run.end();
	return findings;
}

function byTurn(steps: Step[]): Map<number, { before: Step[]; during: Step[] }> {
	const turns = new Map<number, { before: Step[]; during: Step[] }>();
	for (const step of steps) {
		const turn = turns.get(step.turn) ?? { before: [], during: [] };
		(step.request === undefined ? turn.before : turn.during).push(step);
		turns.set(step.turn, turn);
	}
	for (const { before } of turns.values()) before.sort((a, b) => a.at - b.at);
	return turns;
}
