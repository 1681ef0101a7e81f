import { Random } from '../../../sandbox/random';
import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/steps';
import { N8nModel } from './n8nModel';
import { NEWEST, Service, type Conversation } from './service';
import type { Subject } from './subject';

const MINUTE = 60_000;

export interface CreatedResult {
	events: number;
	/** Ids that should have been emitted and were not. */
	lost: string[];
	repeated: string[];
	/** Emitted although they were there before the trigger began. */
	unwanted: string[];
	/** Polls whose items were not in order of creation. */
	unordered: number;
	/** The largest state, in bytes. */
	bytes: number;
}

class Killed extends Error {}
class Unreachable extends Error {}

/** The weather of one run, by its seed. */
function weather(random: Random) {
	return {
		inboxes: 1 + random.below(3),
		perPage: 20 + random.below(11),
		resolution: random.pick([1, 1000] as const),
		newest: random.pick(NEWEST),
		lookBack: (2 + random.below(9)) * MINUTE,
		maxEvents: 3 + random.below(60),
		perPoll: random.pick([6, 12, 1000]),
		hasDateHeader: random.next() < 0.7,
		startsEarlier: random.next() < 0.3,
		/** Chances: of each request, of each minute, of each change. */
		failure: random.pick([0, 0, 0.02, 0.2]),
		drift: random.pick([0, 0.3, 0.9]),
		restart: random.pick([0, 0.03]),
		outage: random.pick([0, 0.02]),
		disappears: random.next() < 0.2,
		late: random.pick([0, 0.1]),
		future: random.pick([0, 0.01]),
		mostHeld: random.pick([10, 2000]),
		/** Of a poll's events, that a change of the workflow makes n8n drop them. */
		superseded: random.pick([0, 0.1]),
		purge: random.pick([0, 0.02]),
	};
}

/** One trigger on new conversations over some simulated hours; the same seed gives the same run. */
export async function createdRun({ pollOnce, Shelf }: Subject, seed: number, conversations: number): Promise<CreatedResult> {
	const random = new Random(seed);
	const sky = weather(random);
	const inboxIds = Array.from({ length: sky.inboxes }, (_, index) => `inbox${index}`);
	const service = new Service(random, inboxIds, sky.newest, sky.resolution);
	const n8n = new N8nModel();
	const wanted = new Map<string, Conversation>();
	const emitted = new Set<string>();
	const result: CreatedResult = { events: 0, lost: [], repeated: [], unwanted: [], unordered: 0, bytes: 0 };
	let shelf = new Shelf();
	let gone: string | undefined;
	let outageUntil = 0;
	let calm = false;
	let begun = false;

	const createOne = () => {
		const late = random.next() < sky.late ? random.below(sky.lookBack - MINUTE) : 0;
		const isFuture = sky.hasDateHeader && random.next() < sky.future;
		const created = isFuture ? service.now + 86_400_000 : undefined;
		const conversation = service.create(random.pick(inboxIds), late, created);
		if (begun) wanted.set(conversation.id, conversation);
	};
	const trash = (conversation: Conversation) => {
		conversation.isTrashed = true;
		// What is in the trash before it was emitted need not be emitted, even when it comes back.
		if (!emitted.has(conversation.id)) wanted.delete(conversation.id);
	};
	const disturb = () => {
		if (random.next() < sky.purge) service.newestOf(random.pick(inboxIds), 40).forEach(trash);
		const conversation = service.conversations[service.conversations.length - 1 - random.below(Math.min(60, service.conversations.length))];
		if (!conversation) return;
		const dice = random.next();
		if (dice < 0.3) service.touch(conversation, random.pick(['contact', 'user']));
		else if (dice < 0.5) service.touch(conversation);
		else if (dice < 0.6) createOne();
		else if (dice < 0.7 && !sky.disappears) service.move(conversation, random.pick(inboxIds));
		else if (dice < 0.9) trash(conversation);
		else conversation.isTrashed = false;
	};

	const startFrom = sky.startsEarlier ? service.now + 10 * MINUTE : undefined;
	const options: TriggerOptions = {
		event: 'conversationCreated', inboxIds, startFrom, lookBack: sky.lookBack, maxEvents: sky.maxEvents,
		perPage: sky.perPage, conversations: 0, mostHeld: sky.mostHeld, watchFields: [], customerMarks: [],
	};

	const poll = async () => {
		let requests = 0;
		const reader = {
			mayRead: () => (requests += 1) <= sky.perPoll,
			read: async ({ inboxId, page, perPage }: PageRequest) => {
				service.now += 200;
				while (!calm && random.next() < sky.drift) disturb();
				if (!calm && random.next() < sky.restart / 10) throw new Killed();
				if (service.now < outageUntil || (!calm && random.next() < sky.failure)) throw new Unreachable();
				if (inboxId === gone) return 'gone' as const;
				const serverTime = sky.hasDateHeader ? Math.floor(service.now / 1000) * 1000 : undefined;
				return { ...service.page(inboxId!, page, perPage), serverTime };
			},
		};
		const events = await pollOnce({ staticData: n8n.staticData, options, shelf, key: 'trigger', reader });
		if (!calm && events.length > 0 && random.next() < sky.superseded) {
			n8n.restart();
			return 0;
		}
		let last = -Infinity;
		for (const { record } of events) {
			const id = record.id as string;
			const created = Date.parse(record.created_at as string);
			if (created < last) result.unordered += 1;
			last = created;
			if (emitted.has(id)) result.repeated.push(id);
			else if (startFrom === undefined ? isOld(id) : created < startFrom) result.unwanted.push(id);
			emitted.add(id);
		}
		result.events += events.length;
		if (events.length > 0) n8n.save();
		result.bytes = Math.max(result.bytes, n8n.bytes);
		return events.length;
	};
	const restart = () => {
		n8n.restart();
		if (random.next() < 0.7) shelf = new Shelf();
	};
	const tick = async () => {
		try {
			const before = n8n.staticData;
			const count = await poll();
			// Activation saves, and so does whatever n8n saves now and then.
			if (!begun && before.state !== undefined) n8n.save();
			return count;
		} catch (error) {
			if (error instanceof Killed) restart();
			else if (!(error instanceof Unreachable)) throw error;
			return -1;
		}
	};

	const old = new Set<string>();
	const isOld = (id: string) => old.has(id);
	for (let index = 0; index < 40; index += 1) {
		service.now += random.below(2 * MINUTE);
		createOne();
	}
	service.now += 11 * MINUTE;
	for (const conversation of service.conversations) {
		if (startFrom === undefined) {
			if (conversation.visibleFrom <= service.now) old.add(conversation.id);
		} else if (conversation.created >= startFrom) wanted.set(conversation.id, conversation);
	}
	calm = startFrom === undefined;
	while (n8n.staticData.state === undefined) {
		service.now += MINUTE;
		if (startFrom === undefined) for (const { id, visibleFrom } of service.conversations) if (visibleFrom <= service.now) old.add(id);
		await tick();
	}
	n8n.save();
	calm = false;
	begun = true;

	while (wanted.size < conversations && result.repeated.length < 20) {
		service.now += MINUTE;
		const burst = random.next() < 0.05 ? random.below(120) : random.below(12);
		const spread = random.next() < 0.5;
		for (let index = 0; index < burst; index += 1) {
			if (spread) service.now += random.below(4_000);
			createOne();
		}
		for (let index = random.below(8); index > 0; index -= 1) disturb();
		if (random.next() < sky.outage) outageUntil = service.now + random.below(90) * MINUTE;
		if (sky.disappears && random.next() < 0.05) gone = gone ? undefined : random.pick(inboxIds);
		if (random.next() < sky.restart) restart();
		await tick();
	}
	gone = undefined;
	calm = true;
	outageUntil = 0;
	service.now += sky.lookBack;
	for (let quiet = 0; quiet < 4 + 1000 / sky.perPoll && result.repeated.length < 20; ) {
		service.now += MINUTE;
		quiet = (await tick()) === 0 ? quiet + 1 : 0;
	}
	for (const { id, isTrashed } of wanted.values()) if (!emitted.has(id) && !isTrashed) result.lost.push(id);
	return result;
}
