import { Random } from '../../../sandbox/random';
import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/steps';
import { createdWeather, MINUTE } from './createdWeather';
import { Ledger } from './ledger';
import { N8nModel } from './n8nModel';
import { Service } from './service';
import type { Subject } from './subject';
import { Unrest } from './unrest';

export interface CreatedResult extends Pick<Ledger, 'events' | 'repeated' | 'unwanted' | 'unordered'> {
	/** Ids that should have been emitted and were not. */
	lost: string[];
	/** The largest state, in bytes. */
	bytes: number;
}

class Killed extends Error {}
class Unreachable extends Error {}

/** One trigger on new conversations over some simulated hours; the same seed gives the same run. */
export async function createdRun({ pollOnce, Shelf }: Subject, seed: number, conversations: number): Promise<CreatedResult> {
	const random = new Random(seed);
	const sky = createdWeather(random);
	const inboxIds = Array.from({ length: sky.inboxes }, (_, index) => `inbox${index}`);
	const service = new Service(random, inboxIds, sky.newest, sky.resolution);
	const startFrom = sky.startsEarlier ? service.now + 10 * MINUTE : undefined;
	const ledger = new Ledger(startFrom);
	const unrest = new Unrest(random, sky, service, ledger);
	const n8n = new N8nModel();
	let shelf = new Shelf();
	let gone: string | undefined;
	let outageUntil = 0;
	let calm = false;
	let begun = false;
	let bytes = 0;

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
				while (!calm && random.next() < sky.drift) unrest.disturb();
				while (!calm && random.next() < sky.walk) unrest.walk();
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
		ledger.emit(events);
		if (events.length > 0) n8n.save();
		bytes = Math.max(bytes, n8n.bytes);
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

	for (let index = 0; index < 40; index += 1) {
		service.now += random.below(2 * MINUTE);
		unrest.create();
	}
	service.now += 11 * MINUTE;
	const isVisible = ({ visibleFrom }: { visibleFrom: number }) => visibleFrom <= service.now;
	if (startFrom !== undefined) service.conversations.forEach((each) => ledger.found(each));
	calm = startFrom === undefined;
	while (n8n.staticData.state === undefined) {
		service.now += MINUTE;
		if (startFrom === undefined) service.conversations.filter(isVisible).forEach((each) => ledger.found(each));
		await tick();
	}
	n8n.save();
	calm = false;
	begun = true;

	while (ledger.wanted < conversations && ledger.repeated.length < 20) {
		service.now += MINUTE;
		const burst = random.next() < 0.05 ? random.below(120) : random.below(12);
		const spread = random.next() < 0.5;
		for (let index = 0; index < burst; index += 1) {
			if (spread) service.now += random.below(4_000);
			ledger.want(unrest.create());
		}
		for (let index = random.below(8); index > 0; index -= 1) unrest.disturb();
		if (random.next() < sky.outage) outageUntil = service.now + random.below(90) * MINUTE;
		if (sky.disappears && random.next() < 0.05) gone = gone ? undefined : random.pick(inboxIds);
		if (random.next() < sky.restart) restart();
		await tick();
	}
	gone = undefined;
	calm = true;
	outageUntil = 0;
	service.now += sky.lookBack;
	for (let quiet = 0; quiet < 4 + 1000 / sky.perPoll && ledger.repeated.length < 20; ) {
		service.now += MINUTE;
		quiet = (await tick()) === 0 ? quiet + 1 : 0;
	}
	const lost = ledger.open.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id);
	const { events, repeated, unwanted, unordered } = ledger;
	return { events, lost, repeated, unwanted, unordered, bytes };
}
