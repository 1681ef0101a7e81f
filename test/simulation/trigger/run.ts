import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { World } from '../../../contract/worlds';
import type { Random } from '../../../contract/random';
import type { SteppedClock } from '../../support/steppedClock';
import { Answers, TAKES, type Served, type Trouble } from './answers';
import { Calls, type Call } from './calls';
import { Choices } from './choices';
import { fill } from './fill';
import { Helpdesk } from './helpdesk';
import type { Findings, Judge } from './judge';
import { newJudge } from './judges';
import { N8n, type Ended } from './n8n';
import { ConversationCreatedJudge } from './newJudge';
import { Present } from './present';
import type { ReachedJudge } from './reachedJudge';
import type { ReachedSetup } from './story';
import type { Setup } from './story';
import { MINUTE } from './story';
import { checkTestRun } from './testRun';

const SKEW = { none: 0, ahead5min: 5 * MINUTE, behind5min: -5 * MINUTE };

/** Bytes of a state at the most, as the documentation promises. */
const MAX_BYTES = 256 * 1024;

/** After a trouble a client may wait for so long, because it was told to: Retry-After, bounded. */
const AFTERMATH = 3 * MINUTE;

/** One trigger in one helpdesk. */
export class Run {
	readonly helpdesk: Helpdesk;
	readonly answers: Answers;
	readonly n8n: N8n;
	readonly judge: Judge;
	readonly present = new Present();
	readonly choices: Choices;
	turn = 0;
	/** Set while the user or a crash has the workflow down, in ms of n8n's clock. */
	downUntil = 0;
	isInit = false;
	/** The user has chosen another event for a while. */
	isAway = false;
	overlaps = false;
	onRequest: (turn: number, request: number) => Promise<void> = async () => {};
	readonly calls: Calls;
	private requests = 0;
	private troubledUntil = -Infinity;
	private isActivating = false;
	/** What a test run sees is nothing to the trigger. */
	private isTesting = false;

	constructor(
		readonly world: World,
		readonly setup: Setup,
		readonly clock: SteppedClock,
		private readonly random: Random,
		readonly findings: Findings,
	) {
		const skew = SKEW[world.clockSkew];
		const { present } = this;
		this.helpdesk = new Helpdesk(world, () => clock.now() + skew, random, setup.allInboxes, present);
		this.answers = new Answers(this.helpdesk);
		this.calls = new Calls(clock, findings);
		this.n8n = new N8n(
			clock,
			() => random.next(),
			async (options, isTestRun) => await this.network(options, isTestRun),
		);
		this.choices = new Choices(setup, this.helpdesk);
		this.judge = present.judge = newJudge(setup, this.helpdesk, findings, () => this.choices.parameters.watchFields);
	}

	/** What was there before. */
	fill(): void {
		fill(this.helpdesk, this.setup, this.random);
	}

	/** A poll time, or the next try of an activation. */
	tick(): void {
		this.requests = 0;
		if (this.clock.now() < this.downUntil) return;
		if (!this.n8n.isActive) return this.activate();
		this.poll();
		if (this.overlaps) this.poll();
		this.overlaps = false;
	}

	/** Until the calls under way have ended. */
	async settled(): Promise<void> {
		await this.calls.settled();
	}

	/** The process ends, whatever it does. */
	kill(minutes: number): void {
		this.n8n.kill();
		this.calls.kill();
		this.isActivating = false;
		this.down(minutes, true);
	}

	/** The user switches the workflow off, for nothing or to change it. */
	deactivate(minutes: number): void {
		this.n8n.deactivate();
		this.down(minutes, false);
	}

	private down(minutes: number, isInit: boolean): void {
		this.judge.forget?.();
		this.calls.switchedOff();
		this.isInit ||= isInit;
		this.downUntil = Math.max(this.downUntil, this.clock.now() + minutes * MINUTE);
	}

	trouble(trouble: Trouble, minutes: number, inbox?: number): void {
		const until = this.helpdesk.now() + minutes * MINUTE;
		this.answers.weather.push({ trouble, until, inbox });
		this.troubledUntil = Math.max(this.troubledUntil, this.clock.now() + minutes * MINUTE + AFTERMATH + (TAKES[trouble] ?? 0));
	}

	/** All is well from here on. */
	clearUp(): void {
		this.answers.weather = [];
		this.downUntil = 0;
		this.troubledUntil = Math.min(this.troubledUntil, this.clock.now() + AFTERMATH + 5 * MINUTE);
	}

	open(): string[] {
		return this.judge.open();
	}

	largest(): number {
		return Math.max(...this.setup.inboxes.map((inbox) => this.helpdesk.inbox(inbox)!.size));
	}

	/** The user chooses otherwise among the events that ask for a state. */
	choose(reached: ReachedSetup): void {
		(this.judge as ReachedJudge).choose(reached, this.choices.choose(reached));
	}

	/** What is there that could be told. */
	size(): number {
		return this.present.conversations.length + this.present.contacts.length;
	}

	async testRun(): Promise<void> {
		const [before, polls, isBusy] = [this.n8n.state, this.calls.polls, this.calls.areUnderWay];
		const began = this.helpdesk.now();
		this.isTesting = true;
		const ended = await this.n8n.manualRun(this.choices.parameters);
		this.isTesting = false;
		if (this.n8n.state !== before && this.calls.polls === polls && !isBusy) this.findings.add('testStep', 'it changed the state');
		if (this.isAway) return;
		const { helpdesk, isTroubled } = this;
		const { watchedInboxes: inboxes } = this.choices;
		const text = checkTestRun({ helpdesk, event: this.setup.event, inboxes, weather: this.answers.weather, isTroubled }, ended, began);
		if (text && this.choices.canBeSeen) this.findings.add('testStep', text);
	}

	get isTroubled(): boolean {
		return this.clock.now() <= this.troubledUntil;
	}

	end(): void {
		if (Buffer.byteLength(this.n8n.state) > MAX_BYTES) this.findings.add('state', `${Buffer.byteLength(this.n8n.state)} bytes`);
	}

	/** Tried again at every poll time until it succeeds, by the user, or after a restart by n8n. */
	private activate(): void {
		if (this.isActivating) return;
		this.isActivating = true;
		this.calls.follow(this.activation().then(() => void (this.isActivating = false)));
	}

	private async activation(): Promise<void> {
		const call = this.beginCall();
		const began = this.helpdesk.now();
		const { startFrom } = this.choices.parameters.options;
		const inboxes = this.choices.watchedInboxes;
		const ended = await this.n8n.activate(this.choices.parameters, this.isInit || !this.choices.canBeSeen ? 'init' : 'activate');
		if (!this.n8n.isActive) return this.ended(call, ended);
		this.isInit = false;
		if (!this.isAway)
			this.judge.begin({
				began,
				succeeded: this.helpdesk.now(),
				inboxes,
				startFrom: startFrom === undefined ? undefined : Date.parse(startFrom as string),
			});
		this.ended(call, ended);
		this.saved();
	}

	private poll(): void {
		const call = this.beginCall(this.calls.areUnderWay);
		this.calls.follow(this.n8n.poll().then((ended) => this.ended(call, ended)));
	}

	private beginCall(isNested = false): Call {
		const call = this.calls.begin(isNested);
		if (!isNested) this.judge.pollBegins?.();
		if (this.judge instanceof ConversationCreatedJudge) this.judge.poll = this.calls.polls;
		return call;
	}

	private ended(call: Call, ended: Ended): void {
		const { findings, judge } = this;
		const outcome = this.calls.ended(call, ended, this.troubledUntil);
		if (!outcome || this.isAway) return;
		const { hasLooked } = outcome;
		const items = this.choices.judged(outcome.items);
		if (items) {
			findings.events += items.length;
			judge.tell({ items, poll: this.calls.polls });
		}
		judge.polled?.(this.choices.maxEvents);
		if (outcome.items) this.saved();
		const isGood = hasLooked && !this.isTroubled && this.n8n.isActive;
		if (isGood && (items?.length ?? 0) < this.choices.maxEvents) judge.afterPoll?.(this.choices.maxEvents);
	}

	private saved(): void {
		if (!this.isAway) this.judge.saved?.();
		if (this.n8n.bytes > MAX_BYTES) this.findings.add('state', `${this.n8n.bytes} bytes`);
	}

	private async network(options: IHttpRequestOptions, isTestRun: boolean): Promise<IN8nHttpFullResponse> {
		const call = isTestRun ? undefined : this.calls.current;
		if (!isTestRun) this.requests += 1;
		const request = this.requests;
		if (call) call.requests += 1;
		const trouble = this.answers.trouble(options.url);
		const takes = trouble ? (TAKES[trouble.trouble] ?? 150) : 50 + this.random.below(200);
		const { timeout = Infinity } = options;
		await this.clock.sleep(Math.min(takes, timeout));
		if (!isTestRun) await this.onRequest(this.turn, request);
		if (takes > timeout) throw Object.assign(new Error(`timeout of ${timeout}ms exceeded`), { code: 'ECONNABORTED' });
		// What comes for a process that was killed meanwhile is no look.
		const isHeard = () => !isTestRun && call === this.calls.current;
		return this.answers.answer(options, trouble, (served) => !isHeard() || this.heard(served, call));
	}

	private heard(served: Served, call?: Call): void {
		this.calls.heard(served, call);
		const { judge, isAway, isTesting } = this;
		if (served.status !== 200 || isAway || isTesting) return;
		if (served.conversations) judge.looked?.(served.conversations, this.calls.polls);
		if (served.contacts) judge.contactsLooked?.(served.contacts);
	}
}
