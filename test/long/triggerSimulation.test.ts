import { bundle, simulate, simulateAll } from '../simulation/trigger/simulate';
import type { Turn } from '../simulation/trigger/worker';

jest.setTimeout(900_000);

/** `runs` seeded runs of `size`, in turns of a hundred. */
function turns(event: Turn['event'], runs: number, size: number): Turn[] {
	return Array.from({ length: runs / 100 }, (_, index) => ({ event, from: 1 + index * 100, to: 101 + index * 100, size }));
}

async function all(event: Turn['event'], runs: number, size: number) {
	const script = await bundle();
	const sum = { runs: 0, events: 0, bytes: 0, faults: [] as string[] };
	const began = Date.now();
	await simulateAll(turns(event, runs, size), async (turn) => {
		const { runs, events, bytes, fault } = await simulate(script, turn);
		sum.runs += runs;
		sum.events += events;
		sum.bytes = Math.max(sum.bytes, bytes);
		if (fault) sum.faults.push(fault);
	});
	console.log(`${event}: ${sum.runs} runs, ${sum.events} events${sum.bytes > 0 ? `, largest state ${sum.bytes} bytes` : ''}, ${((Date.now() - began) / 1000).toFixed(0)} s`);
	return sum;
}

describe('the trigger against a model of the service, at length', () => {
	it('loses none of a million new conversations and repeats none, in any weather', async () => {
		const { events, runs, faults } = await all('conversationCreated', 3000, 300);
		expect(faults).toEqual([]);
		expect(runs).toBe(3000);
		expect(events).toBeGreaterThan(1_000_000);
	});

	it.each([
		['conversationUpdated', 200],
		['customerMessage', 200],
	] as const)('sees every change within two rounds: %s', async (event, runs) => {
		const { events, faults } = await all(event, runs, 150);
		expect(faults).toEqual([]);
		expect(events).toBeGreaterThan(25_000);
	});

	it('emits every new contact once', async () => {
		const { faults } = await all('contactCreated', 500, 100);
		expect(faults).toEqual([]);
	});
});
