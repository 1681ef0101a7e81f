import type { PageRequest, Reply, TriggerEvent } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import type { EventName } from '../../../../nodes/HelpdeskTrigger/core/reading';
import { rules } from '../../../../nodes/HelpdeskTrigger/core/seams';
import { Random } from '../../../../sandbox/random';
import { drawWorld, Helpdesk, type Conversation, type World } from './helpdesk';
import { MINUTE, optionsFor, TriggerModel, Unreachable } from './triggerModel';

export interface WorldResult {
	world: World;
	events: number;
	lost: string[];
	repeated: string[];
	/** Told although it was there before the trigger began. */
	before: string[];
	wrongFrom: string[];
	/** Events without a change of a watched field. */
	idle: string[];
	bytes: number;
	mostRequests: number;
}

export interface Weather {
	polls?: number;
	/** Conversations at the beginning. */
	old?: number;
	world?: Partial<World>;
	/** Chances and rates, by name. */
	sky?: Record<string, number>;
}

/** One trigger in one world over some simulated hours; the same seed gives the same run. */
export async function worldRun(event: EventName, seed: number, weather: Weather = {}): Promise<WorldResult> {
	const random = new Random(seed);
	const world = { ...drawWorld(random), ...weather.world };
	const helpdesk = new Helpdesk(random, world);
	const { polls = 40, old = random.pick([0, 30, 150, 400]) } = weather;
	const sky = {
		drift: random.pick([0, 0.2, 0.6]),
		failure: random.pick([0, 0, 0.05]),
		broken: random.pick([0, 0, 0.1]),
		restart: random.pick([0, 0.04]),
		outage: random.pick([0, 0.02]),
		moves: random.pick([0, 0.1]),
		trash: random.pick([0, 0.3]),
		share: event === 'contactCreated' ? 100 : random.pick([100, 30]),
		interval: random.pick([1, 1, 1, 15, 60]),
		rate: random.pick([1, 6, 20]),
		...weather.sky,
	};
	const inboxIds = Array.from({ length: random.pick([1, 2, 4]) }, (_, index) => `inbox${index}`);
	const trigger = new TriggerModel(optionsFor(event, inboxIds, { maxEvents: random.pick([5, 500]), mostHeld: random.pick([10, 2000]) }));
	const result: WorldResult = { world, events: 0, lost: [], repeated: [], before: [], wrongFrom: [], idle: [], bytes: 0, mostRequests: 0 };
	/** By number: the status, or count of messages, that the workflow knows. */
	const known = new Map<number, string>();
	const told = new Set<string>();
	const oldOnes = new Set<number>();
	rules.mostRequests = sky.share;
	let calm = true;
	let outageUntil = 0;

	const pick = (): Conversation | undefined => {
		const { length } = helpdesk.conversations;
		return helpdesk.conversations[random.next() < 0.5 ? random.below(Math.max(length, 1)) : length - 1 - random.below(Math.min(40, Math.max(length, 1)))];
	};
	const begin = () => known.set(helpdesk.create(random.pick(inboxIds)).number, 'Active');
	const disturb = () => {
		if (event === 'contactCreated') {
			if (random.next() < 0.4) helpdesk.createContact();
			else if (helpdesk.contacts.length > 0) random.pick(helpdesk.contacts).activity = helpdesk.now;
			return;
		}
		const one = pick();
		const dice = random.next();
		if (one && event === 'conversationCreated' && random.next() < sky.trash) {
			// What is gone before it was told need not be told.
			one.visibleFrom = Infinity;
			oldOnes.add(one.number);
		} else if (!one || dice < 0.3) begin();
		else if (dice < 0.6) helpdesk.write(one, random.pick(['contact', 'user']));
		else if (dice < 0.6 + sky.moves && one.visibleFrom <= helpdesk.now && (event !== 'conversationCreated' || told.has(String(one.number)) || oldOnes.has(one.number))) one.inboxId = random.pick(inboxIds);
		// A change in the moment of the creation cannot be told from a beginning.
		else if (helpdesk.stamp() > one.created) helpdesk.setStatus(one, random.pick(['Active', 'Pending', 'Closed']));
	};

	const emit = (events: TriggerEvent[]) => {
		result.events += events.length;
		for (const { record, changes } of events) {
			const number = Number(String(record.id).replace('c', ''));
			const one = helpdesk.conversations.find((each) => each.number === number);
			if (event === 'conversationUpdated') {
				const { from, to } = changes!.status!;
				if (known.get(number) === to) result.idle.push(`${number} ${String(from)}>${String(to)}`);
				if (from !== null && from !== known.get(number)) result.wrongFrom.push(`${number} ${String(from)} ${known.get(number)}`);
				known.set(number, to as string);
				continue;
			}
			const key = event === 'customerMessage' ? (record.last_message as { id: string }).id : String(number);
			if (told.has(key)) result.repeated.push(key);
			told.add(key);
			const isOld = event === 'customerMessage' ? oldMessages.has(key) : oldOnes.has(number);
			if (isOld && one?.visibleFrom !== Infinity) result.before.push(`${key} ${one?.created}`);
		}
	};
	const oldMessages = new Set<string>();
	const poll = async () => {
		let requests = 0;
		const broken = !calm && random.next() < sky.broken ? random.pick(inboxIds) : undefined;
		const isBegun = trigger.staticData.state !== undefined;
		const read = async (request: PageRequest): Promise<Reply> => {
			requests += 1;
			helpdesk.now += 100;
			while (!calm && random.next() < sky.drift) disturb();
			if (!calm && (random.next() < sky.failure || helpdesk.now < outageUntil)) {
				if (random.next() < 0.5 || request.inboxId === undefined || !isBegun) throw new Unreachable();
				return 'unread';
			}
			if (request.inboxId !== undefined && request.inboxId === broken && isBegun) return 'unread';
			const reply = helpdesk.page(request);
			const { contacts, conversations } = trigger.session.sizes;
			if (reply === 'tooLarge' && !(request.inboxId === undefined ? contacts : conversations).halve()) throw new Error('no size is accepted');
			return reply;
		};
		const events = await trigger.poll({ mayRead: () => requests < sky.share, read });
		result.mostRequests = Math.max(result.mostRequests, requests);
		if (events) emit(events);
		result.bytes = Math.max(result.bytes, trigger.bytes);
		return events;
	};
	/** A customer's message that is replaced before it could be told need not be told. */
	const pass = (ms: number) => {
		helpdesk.now += ms;
	};

	for (let index = 0; index < old; index += 1) {
		pass(random.below(3 * MINUTE));
		if (event === 'contactCreated') helpdesk.createContact();
		else {
			begin();
			if (random.next() < 0.5) disturb();
		}
	}
	pass(20 * MINUTE + 1000);
	while (trigger.staticData.state === undefined) {
		await poll();
		pass(1_000);
	}
	trigger.save();
	for (const { number, messages, status } of helpdesk.conversations) {
		oldOnes.add(number);
		known.set(number, status);
		for (let message = 1; message <= messages; message += 1) oldMessages.add(`${number}m${message}`);
	}
	for (const { number } of helpdesk.contacts) oldOnes.add(number);
	pass(1_000);
	calm = false;

	for (let turn = 0; turn < polls; turn += 1) {
		for (let index = random.below(Math.min(sky.rate * sky.interval, 60)); index >= 0; index -= 1) {
			disturb();
			pass(random.below((2 * MINUTE) / sky.rate));
		}
		pass(1_000);
		if (random.next() < sky.outage) outageUntil = helpdesk.now + random.below(120) * MINUTE;
		if (random.next() < sky.restart) trigger.restart();
		await poll();
	}
	calm = true;
	pass(10 * MINUTE);
	for (let quiet = 0; quiet < (event === 'contactCreated' || event === 'conversationCreated' ? 15 : 150); ) {
		pass(MINUTE);
		quiet = (await poll())?.length === 0 ? quiet + 1 : 0;
		if (result.repeated.length > 20 || result.idle.length > 500) break;
	}
	if (event === 'contactCreated') for (const { number } of helpdesk.contacts) if (!oldOnes.has(number) && !told.has(String(number))) result.lost.push(String(number));
	for (const one of helpdesk.conversations) {
		const { number, status, author, messages } = one;
		if (event === 'conversationCreated' && !oldOnes.has(number) && !told.has(String(number))) result.lost.push(String(number));
		if (event === 'conversationUpdated' && known.get(number) !== status) result.lost.push(`${number} ${known.get(number)}>${status} ${oldOnes.has(number)}`);
		const key = `${number}m${messages}`;
		if (event === 'customerMessage' && author === 'contact' && !oldMessages.has(key) && !told.has(key)) result.lost.push(key);
	}
	return result;
}
