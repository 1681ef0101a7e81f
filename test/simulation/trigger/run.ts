import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { World } from '../../../contract/worlds';
import type { Random } from '../../../sandbox/random';
import type { SteppedClock } from '../../support/steppedClock';
import { Answers, TAKES, type Served, type Trouble } from './answers';
import { Helpdesk } from './helpdesk';
import { clock as timeText, type Findings, type Judge } from './judge';
import { MessageJudge } from './messageJudge';
import { N8n, type Ended, type Parameters } from './n8n';
import { ContactCreatedJudge, ConversationCreatedJudge } from './newJudge';
import { fill } from './fill';
import type { Contact, Conversation } from './records';
import type { Setup } from './story';
import { MINUTE } from './story';
import { checkTestRun } from './testRun';
import { UpdatedJudge } from './updatedJudge';

const SKEW = { none: 0, ahead5min: 5 * MINUTE, behind5min: -5 * MINUTE };

/** Requests of a poll at the most, and bytes of a state, as the documentation promises. */
const MOST_REQUESTS = 100;
const MOST_BYTES = 256 * 1024;

/** After a trouble a client may wait for so long, because it was told to: Retry-After, bounded. */
const AFTERMATH = 3 * MINUTE;

const PAGE_CAPS = { upTo100: 100, clamp50: 50, clamp20: 20, obey: 100, refuseOver100: 100, refuseOver50: 50, refuseOver20: 12 };

/** A call of the poll function. */
interface Call {
	began: number;
	requests: number;
	byInbox: Map<number | undefined, number>;
	/** Another one began in the same moment: that one says what is to be said. */
	isTwin: boolean;
}

/** One trigger in one helpdesk. */
export class Run {
	readonly helpdesk: Helpdesk;
	readonly answers: Answers;
	readonly n8n: N8n;
	readonly judge: Judge;
	/** What is not in the trash. */
	readonly conversations: Conversation[] = [];
	readonly contacts: Contact[] = [];
	readonly parameters: Parameters;
	turn = 0;
	/** Set while the user or a crash has the workflow down, in ms of n8n's clock. */
	downUntil = 0;
	isInit = false;
	/** The user has chosen another event for a while. */
	isAway = false;
	overlaps = false;
	onRequest: (turn: number, request: number) => Promise<void> = async () => {};
	private polls = 0;
	private requests = 0;
	private silent = 0;
	private troubledUntil = -Infinity;
	private lookedAt = -Infinity;
	private toldAt = -Infinity;
	private callBefore = -Infinity;
	private calls = new Set<Promise<void>>();
	private current?: Call;
	private isActivating = false;
	/** What a test run sees is nothing to the trigger. */
	private isTesting = false;

	constructor(
		readonly world: World,
		readonly setup: Setup,
		readonly clock: SteppedClock,
		private readonly random: Random,
		private readonly findings: Findings,
	) {
		const skew = SKEW[world.clockSkew];
		const told: { judge?: Judge } = {};
		this.helpdesk = new Helpdesk(world, () => clock.now() + skew, random, setup.allInboxes, {
			created: (conversation) => (this.conversations.push(conversation), told.judge?.created?.(conversation)),
			changed: (conversation, field) => told.judge?.changed?.(conversation, field),
			messaged: (conversation) => told.judge?.messaged?.(conversation),
			moved: (conversation, from) => told.judge?.moved?.(conversation, from),
			removed: (conversation) => (this.conversations.splice(this.conversations.indexOf(conversation), 1), told.judge?.removed?.(conversation)),
			contactCreated: (contact) => (this.contacts.push(contact), told.judge?.contactCreated?.(contact)),
			contactRemoved: (contact) => (this.contacts.splice(this.contacts.indexOf(contact), 1), told.judge?.contactRemoved?.(contact)),
		});
		this.answers = new Answers(this.helpdesk);
		this.n8n = new N8n(
			clock,
			() => random.next(),
			async (options, isTestRun) => await this.network(options, isTestRun),
		);
		this.parameters = this.enter();
		this.judge = told.judge = this.newJudge();
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
		await Promise.all(this.calls);
	}

	/** The process ends, whatever it does. */
	kill(minutes: number): void {
		this.n8n.kill();
		this.calls.clear();
		this.isActivating = false;
		this.current = undefined;
		this.down(minutes, true);
	}

	/** The user switches the workflow off, for nothing or to change it. */
	deactivate(minutes: number): void {
		this.n8n.deactivate();
		this.down(minutes, false);
	}

	private down(minutes: number, isInit: boolean): void {
		this.judge.forget?.();
		this.silent = 0;
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
		return Math.max(...this.setup.inboxes.map((inbox) => this.helpdesk.inbox(inbox)!.everything().length));
	}

	/** What is there that could be told. */
	size(): number {
		return this.conversations.length + this.contacts.length;
	}

	async testRun(): Promise<void> {
		const [before, polls, isBusy] = [this.n8n.state, this.polls, this.calls.size > 0];
		const began = this.helpdesk.now();
		this.isTesting = true;
		const ended = await this.n8n.manualRun(this.parameters);
		this.isTesting = false;
		if (this.n8n.state !== before && this.polls === polls && !isBusy) this.findings.add('testStep', 'it changed the state');
		if (this.isAway) return;
		const text = checkTestRun(this, ended, began);
		if (text) this.findings.add('testStep', text);
	}

	get isTroubled(): boolean {
		return this.clock.now() <= this.troubledUntil;
	}

	/** Nothing happens any more: what do polls cost now? */
	async quiet(polls: number, interval: number): Promise<void> {
		if (this.open().length > 0 || this.isAway) return;
		await this.clock.pass((this.setup.lookBackMinutes + 15) * MINUTE);
		for (let poll = 0; poll < polls; poll += 1) {
			await this.clock.pass(interval);
			this.tick();
			const call = this.current;
			await this.clock.until(this.settled());
			// What need not be told may still be.
			if (poll >= polls / 2 && call && this.toldAt < call.began) this.checkQuiet(call);
		}
	}

	end(): void {
		if (Buffer.byteLength(this.n8n.state) > MOST_BYTES) this.findings.add('state', `${Buffer.byteLength(this.n8n.state)} bytes`);
	}

	private checkQuiet({ byInbox }: Call): void {
		const cap = PAGE_CAPS[this.world.pageSize];
		for (const [inbox, requests] of byInbox) {
			const size = inbox === undefined ? this.contacts.length : this.helpdesk.inbox(inbox)!.everything().length;
			if (requests > this.quietCost(size, cap)) this.findings.add('quiet', `${requests} requests for an inbox of ${size}`);
		}
	}

	private quietCost(size: number, cap: number): number {
		const { event, conversationsPerPoll } = this.setup;
		if (event === 'conversationCreated')
			return size <= cap ? 1 : this.quietPages + Math.ceil((this.world.ties === 'unstable' ? size : this.recent()) / (0.6 * cap));
		if (event === 'contactCreated') return Math.ceil(size / cap) + 1;
		// Smaller pages overlap too, so that a record that moves between them is not missed.
		const step = cap === 100 ? cap : 0.8 * cap;
		const newest = 1 + Math.ceil(Math.max(0, Math.min(size, conversationsPerPoll) - cap) / (0.6 * cap));
		const again = this.world.ties === 'unstable' ? 1 : 0;
		return size <= conversationsPerPoll ? newest : newest + Math.ceil(100 / step) + again;
	}

	/** Conversations of an inbox that came, or were touched, within Look Back before the last thing that the records show. */
	private recent(): number {
		const inboxes = this.parameters.inboxIds.map((id) => this.helpdesk.inbox(this.numberOf(id))!.everything());
		const latest = ({ updated, last }: Conversation) => (this.world.updatedAt === 'absent' ? last.at : Math.max(updated, last.at));
		const since = Math.max(...inboxes.flat().map(latest)) - (this.setup.lookBackMinutes + 1) * MINUTE;
		return Math.max(...inboxes.map((all) => all.filter(({ updated, last }) => Math.max(updated, last.at) >= since).length));
	}

	/** "Where it sorts by something that its records do not show"; where equal ones have no order, it goes back a page now and then. */
	private get quietPages(): number {
		const { newestGoesBy, updatedAt, ties } = this.world;
		if (ties === 'unstable') return 4;
		return newestGoesBy === 'updated' && updatedAt === 'absent' ? 2 : 1;
	}

	/** Tried again at every poll time until it succeeds, by the user, or after a restart by n8n. */
	private activate(): void {
		if (this.isActivating) return;
		const work: Promise<void> = this.activation().then(() => {
			this.calls.delete(work);
			this.isActivating = false;
		});
		this.isActivating = true;
		this.calls.add(work);
	}

	private async activation(): Promise<void> {
		const call = this.beginCall();
		const began = this.helpdesk.now();
		const {
			inboxIds,
			options: { startFrom },
		} = this.parameters;
		const inboxes = inboxIds.map((id) => this.numberOf(id));
		const ended = await this.n8n.activate(this.parameters, this.isInit ? 'init' : 'activate');
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
		const isNested = this.calls.size > 0;
		const call = this.beginCall(isNested);
		const work: Promise<void> = this.n8n.poll().then((ended) => {
			this.calls.delete(work);
			this.ended(call, ended);
		});
		this.calls.add(work);
	}

	private beginCall(isNested = false): Call {
		const began = this.clock.now();
		const call: Call = { began, requests: 0, byInbox: new Map(), isTwin: isNested && this.current?.began === began };
		this.polls += isNested ? 0 : 1;
		if (this.judge instanceof ConversationCreatedJudge) this.judge.poll = this.polls;
		if (!isNested) this.current = call;
		return call;
	}

	private ended(call: Call, ended: Ended): void {
		if (call.requests > MOST_REQUESTS) this.findings.add('requests', `${call.requests} requests in the poll of ${timeText(call.began)}`);
		if ('dropped' in ended || (call.isTwin && !('error' in ended))) return;
		const hasLooked = this.lookedAt >= Math.min(this.callBefore, call.began);
		this.callBefore = call.began;
		if ('error' in ended) {
			this.silent = 0;
			if (call.began > this.troubledUntil) this.findings.add('refused', `at ${timeText(call.began)}: ${ended.error.message}`);
			return;
		}
		if (ended.items) {
			this.silent = 0;
			this.toldAt = this.clock.now();
			if (this.isAway) return;
			this.findings.events += ended.items.length;
			this.judge.tell({ items: ended.items, poll: this.polls });
			this.saved();
		} else if (!hasLooked) {
			this.silent += 1;
			if (this.silent === 2) this.findings.add('silent', `until ${timeText(call.began)}`);
		} else this.silent = 0;
		const isGood = hasLooked && !this.isTroubled && this.n8n.isActive && !this.isAway;
		if (isGood && (ended.items?.length ?? 0) < this.setup.maxEvents) this.judge.afterPoll?.(this.setup.maxEvents);
	}

	private saved(): void {
		if (this.judge instanceof UpdatedJudge && !this.isAway) this.judge.saved();
		if (this.n8n.bytes > MOST_BYTES) this.findings.add('state', `${this.n8n.bytes} bytes`);
	}

	private async network(options: IHttpRequestOptions, isTestRun: boolean): Promise<IN8nHttpFullResponse> {
		const call = isTestRun ? undefined : this.current;
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
		const isHeard = () => !isTestRun && call === this.current;
		return this.answers.answer(options, trouble, (served) => !isHeard() || this.heard(served, call));
	}

	private heard({ inbox, status, conversations }: Served, call?: Call): void {
		if (call) call.byInbox.set(inbox, (call.byInbox.get(inbox) ?? 0) + 1);
		if (status !== 200) return;
		this.lookedAt = this.clock.now();
		if (conversations && this.judge instanceof UpdatedJudge && !this.isAway && !this.isTesting) this.judge.look(conversations, this.polls);
	}

	private newJudge(): Judge {
		const { helpdesk, findings } = this;
		const lookBack = this.setup.lookBackMinutes * MINUTE;
		switch (this.setup.event) {
			case 'conversationCreated':
				return new ConversationCreatedJudge(helpdesk, findings, lookBack);
			case 'contactCreated':
				return new ContactCreatedJudge(helpdesk, findings, lookBack);
			case 'customerMessage':
				return new MessageJudge(helpdesk, findings, lookBack);
			default:
				return new UpdatedJudge(helpdesk, findings, () => this.parameters.watchFields);
		}
	}

	private enter(): Parameters {
		const { event, inboxes, fields, lookBackMinutes, maxEvents, conversationsPerPoll, startFromHours } = this.setup;
		const options: IDataObject = { lookBack: lookBackMinutes, maxEventsPerPoll: maxEvents, simplify: false };
		if (event === 'conversationUpdated' || event === 'customerMessage') options.conversationsPerPoll = conversationsPerPoll;
		if (startFromHours !== undefined) options.startFrom = this.hoursAgo(startFromHours);
		return { event, inboxIds: inboxes.map((inbox) => this.idOf(inbox)), watchFields: fields, options };
	}

	/** Start From, as the user enters it, by the service's clock. */
	hoursAgo(hours: number): string {
		return new Date(Math.floor((this.helpdesk.now() - hours * 60 * MINUTE) / 1000) * 1000).toISOString();
	}

	idOf(inbox: number): string {
		return String(this.helpdesk.records.id('inbox', inbox));
	}

	private numberOf(id: string): number {
		return this.world.idType === 'number' ? Number(id) : parseInt(id.replace('inbox_', ''), 36);
	}
}
