import { Random } from '../../../contract/random';
import { helpdeskDeed } from './helpdeskDeeds';
import type { Run } from './run';
import { EVENTS, type Step } from './story';

/** Makes the steps of a story happen. None waits for anything, but a test run for its end. */
export class Deeds {
	constructor(private readonly run: Run) {}

	async make(step: Step): Promise<void> {
		const { run } = this;
		const { choices } = run;
		const { parameters } = choices;
		switch (step.do) {
			case 'weather':
				return run.trouble(step.trouble, step.minutes, step.inbox);
			case 'kill':
				return run.kill(step.minutes);
			case 'reactivate':
				return run.deactivate(step.minutes);
			case 'overlap':
				run.overlaps = true;
				return;
			case 'testRun':
				return run.n8n.isActive ? await run.testRun() : undefined;
			case 'addInbox':
				return this.change(() => (parameters.inboxIds = [...new Set([...parameters.inboxIds, choices.idOf(step.inbox)])]));
			case 'removeInbox': {
				const left = parameters.inboxIds.filter((id) => id !== choices.idOf(step.inbox));
				return left.length > 0 ? this.change(() => (parameters.inboxIds = left)) : undefined;
			}
			case 'correctStartFrom':
				return this.change(() => (parameters.options = { ...parameters.options, startFrom: choices.hoursAgo(step.hours) }));
			case 'watch':
				return this.change(() => (parameters.watchFields = step.fields));
			case 'choose':
				return this.change(() => run.choose(step.reached));
			case 'leaveEvent':
				return this.leave(step.pick);
			case 'returnToEvent':
				return this.change(() => {
					run.isAway = false;
					parameters.event = choices.event;
				});
			default:
				helpdeskDeed(run, step, new Random(step.pick));
		}
	}

	private leave(pick: number): void {
		const { run } = this;
		if (run.isAway) return;
		run.judge.leave();
		this.change(() => {
			run.isAway = true;
			run.choices.parameters.event = new Random(pick).pick(EVENTS.filter((event) => event !== run.setup.event));
		});
	}

	/** The user saves the workflow with another setting, and activates it again. */
	private change(enter: () => unknown): void {
		this.run.deactivate(0);
		enter();
	}
}
