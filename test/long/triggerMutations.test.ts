import { MISTAKES } from '../simulation/trigger/mistakes';
import { bundle, simulate, simulateAll } from '../simulation/trigger/simulate';
import type { Turn } from '../simulation/trigger/worker';

jest.setTimeout(600_000);

/** As many runs as it takes; the trigger without a mistake passes many times as many. */
const SIZES: Record<Turn['event'], Pick<Turn, 'to' | 'size'>> = {
	conversationCreated: { to: 1001, size: 300 },
	conversationUpdated: { to: 201, size: 150 },
	customerMessage: { to: 201, size: 150 },
	contactCreated: { to: 51, size: 60 },
};

describe('the simulation of the trigger', () => {
	const faults = new Map<string, string | undefined>();

	beforeAll(async () => {
		await simulateAll(MISTAKES, async ({ name, event = 'conversationCreated', seed = 1, ...mutation }) => {
			const { fault } = await simulate(await bundle(mutation), { event, from: seed, ...SIZES[event] }, 240_000);
			faults.set(name, fault);
		});
	});

	it.each(MISTAKES)('notices when $name', ({ name }) => {
		expect(faults.get(name)).toMatch(/^seed \d+: /);
	});

	it('refuses a mistake whose place in the code is gone', async () => {
		await expect(bundle({ file: 'core/order.ts', from: 'no such text', to: '' })).rejects.toThrow('0 times, not once');
	});
});
