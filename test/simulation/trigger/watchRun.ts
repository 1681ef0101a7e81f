import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';
import type { PageRequest, TriggerEvent } from '../../../nodes/HelpdeskTrigger/core/steps';
import { Random } from '../../../sandbox/random';
import { N8nModel } from './n8nModel';
import { NEWEST, Service, type Conversation } from './service';
import type { Subject } from './subject';
import { Witness } from './witness';

const MINUTE = 60_000;

export interface WatchResult {
	events: number;
	/** Changes that were not seen within two rounds. */
	overdue: string[];
	repeated: string[];
	/** Changes that tell a wrong value from before. */
	wrong: string[];
	bytes: number;
}

class Unreachable extends Error {}

function weather(random: Random) {
	return {
		inboxes: 1 + random.below(3),
		perPage: 30 + random.below(11),
		resolution: random.pick([1, 1000] as const),
		newest: random.pick(NEWEST),
		lookBack: (2 + random.below(9)) * MINUTE,
		maxEvents: 10 + random.below(60),
		hasDateHeader: random.next() < 0.7,
		failure: random.pick([0, 0, 0.02, 0.1]),
		drift: random.pick([0, 0.2, 0.6]),
		restart: random.pick([0, 0.02]),
		bulk: random.pick([0, 0.02]),
		old: 20 + random.below(400),
	};
}

/** One trigger on changes or customer messages over some simulated hours; the same seed gives the same run. */
export async function watchRun({ pollOnce, Shelf }: Subject, event: 'conversationUpdated' | 'customerMessage', seed: number, polls: number): Promise<WatchResult> {
	const random = new Random(seed);
	const sky = weather(random);
	const inboxIds = Array.from({ length: sky.inboxes }, (_, index) => `inbox${index}`);
	const service = new Service(random, inboxIds, sky.newest, sky.resolution);
	const n8n = new N8nModel();
	const witness = new Witness(event, service);
	let shelf = new Shelf();
	let calm = true;
	let bytes = 0;
	const options: TriggerOptions = {
		event, inboxIds, lookBack: sky.lookBack, maxEvents: sky.maxEvents, perPage: sky.perPage,
		conversations: sky.perPage, mostHeld: 2_000, watchFields: ['status'], customerMarks: ['contact'],
	};

	const change = (conversation: Conversation) => {
		if (random.next() < 0.5) {
			conversation.status = random.pick(['Active', 'Pending', 'Closed']);
			service.touch(conversation);
		} else service.touch(conversation, random.pick(['contact', 'user', undefined]));
	};
	const disturb = () => {
		const conversation = random.pick(service.conversations);
		const dice = random.next();
		if (dice < 0.6) change(conversation);
		else if (dice < 0.75) service.create(random.pick(inboxIds));
		else if (dice < 0.8) service.move(conversation, random.pick(inboxIds));
		else if (dice < 0.9) conversation.isTrashed = true;
		else conversation.isTrashed = false;
	};
	const poll = async (): Promise<TriggerEvent[] | undefined> => {
		const read = async ({ inboxId, page, perPage }: PageRequest) => {
			service.now += 200;
			while (!calm && random.next() < sky.drift) disturb();
			if (!calm && random.next() < sky.failure) throw new Unreachable();
			const answer = service.page(inboxId!, page, perPage);
			witness.shown(answer.records);
			return { ...answer, serverTime: sky.hasDateHeader ? Math.floor(service.now / 1000) * 1000 : undefined };
		};
		try {
			const events = await pollOnce({ staticData: n8n.staticData, options, shelf, key: 'trigger', reader: { mayRead: () => true, read } });
			witness.emitted(events);
			if (events.length > 0) {
				n8n.save();
				witness.saved();
				bytes = Math.max(bytes, n8n.bytes);
			}
			return events;
		} catch (error) {
			if (!(error instanceof Unreachable)) throw error;
			return undefined;
		}
	};

	for (let index = 0; index < sky.old; index += 1) {
		service.now += random.below(3 * MINUTE);
		service.create(random.pick(inboxIds));
	}
	service.now += random.below(60) * MINUTE;
	await poll();
	n8n.save();
	witness.begin();
	calm = false;

	for (let count = 0; count < polls; count += 1) {
		service.now += MINUTE;
		for (let index = random.below(6); index > 0; index -= 1) disturb();
		if (random.next() < sky.bulk) for (let index = 50; index > 0; index -= 1) change(random.pick(service.conversations));
		if (random.next() < sky.restart) {
			n8n.restart();
			shelf = new Shelf();
			witness.restarted();
		}
		if (await poll()) witness.check(sky.perPage, 12);
	}
	return { events: witness.events, overdue: witness.overdue, repeated: witness.repeated, wrong: witness.wrong, bytes };
}
