import { HOUR, reachedBench } from './support/reachedModel';
import { MINUTE } from './support/triggerModel';

/** So many wait; then as many others that were answered come above them, that no page of a poll shows them. */
async function deep(waiting: number, changes: Parameters<typeof reachedBench>[1] = {}) {
	const bench = reachedBench(['customerWaiting'], changes);
	const { inboxes, poll, pass, begin } = bench;
	await begin();
	const ids = Array.from({ length: waiting }, (_, index) => {
		pass(1);
		const id = `conversation_${String(index).padStart(6, '0')}`;
		return String(inboxes.create({ id, last_message: { id: `message_${index}`, record_type: 'email' } }).id);
	});
	for (let polls = 0; polls <= waiting / 80; polls += 1) await poll();
	for (let count = 0; count < 3_000; count += 1) inboxes.create({ last_message_by: 'user' });
	await poll();
	bench.trigger.save();
	return { ...bench, ids, pass: (minutes: number) => pass(minutes * MINUTE) };
}

const askedBy = (asked: Array<{ conversationId?: string | number }>) => asked.flatMap(({ conversationId }) => conversationId ?? []);

describe('many customers who wait', () => {
	it('are all told in the poll in which their time is over, where several are due at once', async () => {
		const { inboxes, poll, pass, ids } = await deep(40);
		pass(120);
		inboxes.asked = [];
		expect((await poll()).map(({ id }) => id).sort()).toEqual(ids);
		expect(askedBy(inboxes.asked).length).toBeGreaterThan(30);
	});

	it('are read one by one, at most 100 of them in a poll, and the others in the next', async () => {
		const { inboxes, poll, pass, ids } = await deep(150);
		pass(120);
		inboxes.asked = [];
		const told = await poll();
		expect(askedBy(inboxes.asked)).toHaveLength(100);
		told.push(...(await poll()));
		expect(told.map(({ id }) => id).sort()).toEqual(ids);
	});

	it('are about 1,000 who stay in the memory over a restart, those who wait longest first', async () => {
		const { inboxes, trigger, poll, pass, ids } = await deep(1_500);
		trigger.restart();
		pass(2 * (HOUR / MINUTE));
		inboxes.asked = [];
		for (let polls = 0; polls < 20; polls += 1) await poll();
		const remembered = askedBy(inboxes.asked);
		expect(remembered.length).toBeGreaterThanOrEqual(1_000);
		expect([...remembered].sort()).toEqual(ids.slice(0, remembered.length));
		expect(JSON.stringify(trigger.staticData).length).toBeLessThan(250_000);
	});
});
