import { Random } from '../../../sandbox/random';
import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';
import type { PageRequest } from '../../../nodes/HelpdeskTrigger/core/steps';
import { pollOnce } from '../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Shelf } from '../../../nodes/HelpdeskTrigger/run/shelf';
import { N8nModel } from './n8nModel';
import { Service } from './service';

const INBOXES = ['a', 'b'];
const OPTIONS: TriggerOptions = {
	event: 'conversationCreated', inboxIds: INBOXES, lookBack: 60_000, maxEvents: 40, perPage: 20, conversations: 0, mostHeld: 2_000, watchFields: [], customerMarks: [],
};

/** Fails or kills at one request of the polls after an hour in which 150 conversations came; what was emitted, and how many requests it took. */
async function interrupted(at: number, how: 'fails' | 'kills') {
	const service = new Service(new Random(1), INBOXES, 'updated', 1000);
	const n8n = new N8nModel();
	let shelf = new Shelf();
	let requests = -Infinity;
	const emitted: unknown[] = [];
	const poll = async () => {
		service.now += 60_000;
		const read = async ({ inboxId, page, perPage }: PageRequest) => {
			if ((requests += 1) === at) throw new Error('interrupted');
			return service.page(inboxId!, page, perPage);
		};
		try {
			const events = await pollOnce({ staticData: n8n.staticData, options: OPTIONS, shelf, key: 'trigger', reader: { mayRead: () => true, read } });
			emitted.push(...events.map(({ record }) => record.id));
			if (events.length > 0) n8n.save();
		} catch {
			if (how === 'fails') return;
			n8n.restart();
			shelf = new Shelf();
		}
	};

	for (let index = 0; index < 50; index += 1) service.create(INBOXES[index % 2]!);
	await poll();
	n8n.save();
	requests = 0;
	const wanted: string[] = [];
	for (let index = 0; index < 150; index += 1) {
		service.now += 24_000;
		wanted.push(service.create(INBOXES[index % 2]!).id);
	}
	for (let count = 0; count < 10; count += 1) await poll();
	return { wanted, emitted, requests };
}

it.each(['fails', 'kills'] as const)('loses and repeats nothing, and keeps the order, whichever request of a backlog %s', async (how) => {
	const { requests } = await interrupted(0, how);
	expect(requests).toBeGreaterThan(20);
	for (let at = 1; at <= requests; at += 1) {
		const { wanted, emitted } = await interrupted(at, how);
		expect({ at, emitted }).toEqual({ at, emitted: wanted });
	}
});
