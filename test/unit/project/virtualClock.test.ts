import { readCredential } from '../../../transport/credential';
import { Priority } from '../../../transport/requestQueue';
import { VirtualClock } from '../../support/virtualClock';

describe('the clock of the tests', () => {
	const credential = readCredential({ accessToken: 'x', baseUrl: 'http://127.0.0.1/v1' });
	const turns = async (count: number) => {
		for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
	};

	/** Starts an attempt, and a sleeper of one hour. */
	function start(attempt: () => Promise<unknown>) {
		const clock = new VirtualClock();
		const { queues } = clock.newTransport();
		const began = clock.now();
		const attempted = queues.run(credential, '/me', { priority: Priority.bulk }, async () => ({
			value: await attempt(),
		}));
		return { slept: clock.sleep(3_600_000), attempted, jumped: () => clock.now() - began };
	}

	it('stands still while a request attempt is busy, and then jumps', async () => {
		const waits: Array<() => void> = [];
		// On a busy machine, the clock's real wait may end before those turns.
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(((over: () => void) => waits.push(over)) as never);
		const { slept, attempted, jumped } = start(async () => await turns(50));
		await attempted;
		expect(jumped()).toBe(0);
		jest.restoreAllMocks();
		waits.forEach((over) => over());
		await slept;
		expect(jumped()).toBe(3_600_000);
	});

	it('jumps although a request attempt never gets an answer', async () => {
		const { slept, jumped } = start(async () => await new Promise(() => {}));
		await slept;
		expect(jumped()).toBe(3_600_000);
	});
});
