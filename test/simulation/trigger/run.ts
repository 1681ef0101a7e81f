import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { Random } from '../../../contract/random';
import type { World } from '../../../contract/worlds';
import { isOfContacts } from '../../../nodes/HelpdeskTrigger/core/events';
import { SteppedClock } from '../../support/steppedClock';
import { Answers, TAKES, type Served } from './answers';
import { Calls, type Call } from './calls';
import { Helpdesk } from './helpdesk';
import { Findings, type Judge } from './judge';
import { judgeOf } from './judges';
import { N8n, type Ended } from './n8n';
import { MINUTE, TOPICS, type Setup, type Step, type Trouble } from './scenario';
import { Settings } from './settings';

const SKEW = { none: 0, ahead5min: 5 * MINUTE, behind5min: -5 * MINUTE };

/** Maximum bytes of the state (docs/operators.md). */
const MAX_BYTES = 256 * 1024;

/** Time (ms) after a trouble in which a client may still wait, because of Retry-After. */
const AFTERMATH = 3 * MINUTE;

export class Run {
	readonly clock = new SteppedClock();
	readonly findings = new Findings();
	readonly helpdesk: Helpdesk;
	readonly settings: Settings;
	readonly judge: Judge;
	readonly calls = new Calls(this.clock, this.findings);
	/** Awaited before each answer, with the request's number in the poll. */
	onRequest: (request: number) => Promise<void> = async () => {};
	/** True while the user has chosen another event. */
	isAway = false;
	private readonly random = new Random(7);
	private readonly answers: Answers;
	private readonly n8n: N8n;
	/** End of a stop by the user or a crash, in ms of n8n's clock. */
	private downUntil = 0;
	private troubledUntil = -Infinity;
	private requests = 0;
	private isInit = false;
	private isActivating = false;
	private overlaps = false;
	private isTesting = false;

	constructor(
		world: World,
		readonly setup: Setup,
	) {
		const { clock, random } = this;
		const skew = SKEW[world.clockSkew];
		this.helpdesk = new Helpdesk(world, () => clock.now() + skew, random, setup.allInboxes);
		this.answers = new Answers(this.helpdesk);
		this.n8n = new N8n(
			clock,
			() => random.next(),
			async (options, isTestRun) => await this.network(options, isTestRun),
		);
		this.settings = new Settings(setup, this.helpdesk);
		this.judge = this.helpdesk.witness = judgeOf(this.settings, this.helpdesk, this.findings);
		this.helpdesk.fill(setup, random);
	}

	/** Polls, or tries to activate again. */
	tick() {
		this.requests = 0;
		if (this.clock.now() < this.downUntil) return;
		if (!this.n8n.isActive) return this.activate();
		this.poll();
		if (this.overlaps) this.poll();
		this.overlaps = false;
	}

	/** Applies a step. Waits only for a test run to end. */
	async do(step: Step) {
		const { settings } = this;
		switch (step.do) {
			case 'trouble':
				return this.trouble(step.trouble, step.minutes, step.inbox);
			case 'kill':
				return this.switchOff(step.minutes, true);
			case 'reactivate':
				return this.switchOff(step.minutes);
			case 'overlap':
				this.overlaps = true;
				return;
			case 'testRun':
				return this.n8n.isActive ? await this.testRun() : undefined;
			case 'addInbox':
				return this.change(() => settings.addInbox(step.inbox));
			case 'removeInbox':
				return this.change(() => settings.removeInbox(step.inbox));
			case 'correctStartFrom':
				return this.change(() => settings.startFrom(step.hours));
			case 'watch':
				return this.change(() => settings.watch(step.fields));
			case 'choose':
				return this.change(() => settings.choose(step.choices));
			case 'leaveEvent':
				if (this.isAway) return;
				this.judge.leave();
				return this.change(() => {
					this.isAway = true;
					settings.parameters.event = [
						new Random(step.pick).pick(
							TOPICS.slice(0, 4).filter((event) => event !== this.setup.topic),
						) as never,
					];
				});
			case 'returnToEvent':
				return this.change(() => {
					this.isAway = false;
					settings.returnToEvents();
				});
			default:
				this.helpdesk.work(step, (ms, run) => (ms === 0 ? run() : void this.clock.sleep(ms).then(run)));
		}
	}

	clearUp() {
		this.answers.troubles = [];
		this.downUntil = 0;
		this.troubledUntil = Math.min(this.troubledUntil, this.clock.now() + AFTERMATH + 5 * MINUTE);
	}

	/** Saves the workflow with another setting and activates it again, as a user does. */
	private change(enter: () => void) {
		this.switchOff(0);
		enter();
		this.judge.choose?.();
	}

	private switchOff(minutes: number, isKilled = false) {
		if (isKilled) this.n8n.kill();
		else this.n8n.deactivate();
		this.calls.reset(isKilled);
		if (isKilled) this.isActivating = false;
		this.judge.forget?.();
		this.isInit ||= isKilled;
		this.downUntil = Math.max(this.downUntil, this.clock.now() + minutes * MINUTE);
	}

	private trouble(trouble: Trouble, minutes: number, inbox?: number) {
		this.answers.troubles.push({ trouble, until: this.helpdesk.now() + minutes * MINUTE, inbox });
		this.troubledUntil = Math.max(
			this.troubledUntil,
			this.clock.now() + minutes * MINUTE + AFTERMATH + (TAKES[trouble] ?? 0),
		);
	}

	private get isTroubled() {
		return this.clock.now() <= this.troubledUntil;
	}

	private async testRun() {
		const { topic } = this.setup;
		const [before, call, isBusy] = [this.n8n.state, this.calls.current, this.calls.areRunning];
		const listed = isOfContacts(topic)
			? this.helpdesk.contacts.at(this.helpdesk.now())
			: this.settings.inboxes.flatMap((inbox) => this.helpdesk.inbox(inbox)!.at(this.helpdesk.now()));
		this.isTesting = true;
		const ended = await this.n8n.testRun(this.settings.parameters);
		this.isTesting = false;
		if (this.n8n.state !== before && this.calls.current === call && !isBusy)
			this.findings.add('testRun', 'it changed the state');
		if (this.isAway || this.isTroubled || listed.length === 0 || 'dropped' in ended) return;
		const needsMatch = topic === 'customerMessage' || topic === 'states';
		if ('error' in ended && !needsMatch) this.findings.add('testRun', `it failed: ${ended.error.message}`);
		if ('items' in ended && ended.items?.length !== 1)
			this.findings.add('testRun', `it showed ${ended.items?.length ?? 0} items`);
	}

	/** Activates the workflow. The user, or n8n after a restart, tries again at every poll time until it succeeds. */
	private activate() {
		if (this.isActivating) return;
		this.isActivating = true;
		this.calls.follow(this.activation().then(() => void (this.isActivating = false)));
	}

	private async activation() {
		const call = this.beginCall();
		const began = this.helpdesk.now();
		const { inboxes, parameters } = this.settings;
		const ended = await this.n8n.activate(parameters, this.isInit ? 'init' : 'activate');
		if (!this.n8n.isActive) return this.ended(call, ended);
		this.isInit = false;
		const startFrom =
			parameters.options.startFrom === undefined ? undefined : Date.parse(parameters.options.startFrom as string);
		if (!this.isAway) this.judge.begin({ began, succeeded: this.helpdesk.now(), inboxes, startFrom });
		this.ended(call, ended);
		this.saved();
	}

	private poll() {
		const call = this.beginCall();
		this.calls.follow(this.n8n.poll().then((ended) => this.ended(call, ended)));
	}

	private beginCall(): Call {
		const call = this.calls.begin();
		if (this.calls.current === call) this.judge.pollBegins?.();
		return call;
	}

	private ended(call: Call, ended: Ended) {
		const outcome = this.calls.ended(call, ended, this.troubledUntil);
		if (!outcome || this.isAway) return;
		const { items, hasRead } = outcome;
		const { maxEvents, beside } = this.setup;
		const judged = items.filter(({ event }) => event !== beside);
		this.findings.events += judged.length;
		const isFull = items.length >= maxEvents;
		if (judged.length > 0) this.judge.emitted(judged);
		this.judge.polled?.(isFull);
		if (items.length > 0) this.saved();
		if (hasRead && !this.isTroubled && this.n8n.isActive && !isFull) this.judge.afterPoll(maxEvents);
	}

	private saved() {
		if (!this.isAway) this.judge.saved?.();
		if (this.n8n.bytes > MAX_BYTES) this.findings.add('state', `${this.n8n.bytes} bytes`);
	}

	private async network(options: IHttpRequestOptions, isTestRun: boolean): Promise<IN8nHttpFullResponse> {
		const call = isTestRun ? undefined : this.calls.current;
		if (!isTestRun) this.requests += 1;
		if (call) call.requests += 1;
		const { requests } = this;
		const trouble = this.answers.trouble(options.url);
		const takes = trouble ? (TAKES[trouble.trouble] ?? 150) : 50 + this.random.below(200);
		const { timeout = Infinity } = options;
		await this.clock.sleep(Math.min(takes, timeout));
		if (!isTestRun) await this.onRequest(requests);
		if (takes > timeout)
			throw Object.assign(new Error(`timeout of ${timeout}ms exceeded`), { code: 'ECONNABORTED' });
		return this.answers.answer(options, trouble, (served) => {
			// A process that was killed meanwhile does not read the answer.
			if (call && call === this.calls.current) this.heard(served);
		});
	}

	private heard(served: Served) {
		this.calls.heard(served);
		if (served.status !== 200 || this.isAway || this.isTesting) return;
		const records = served.conversations ?? served.contacts;
		if (records) this.judge.read?.(records);
	}
}
