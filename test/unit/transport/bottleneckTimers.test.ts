import * as timers from '../../../transport/bottleneckTimers';

describe('what the queue has in place of timers', () => {
	it.each([0, 5])('runs an action after %i ms, unless it was taken back', async (ms) => {
		const ran: string[] = [];
		timers.clearTimeout(timers.setTimeout(() => ran.push('taken back'), ms));
		await new Promise<void>((resolve) => timers.setTimeout(() => resolve(void ran.push('kept')), ms));
		expect(ran).toEqual(['kept']);
	});

	it('waits for what is more than 0 ms', async () => {
		const ran: string[] = [];
		const late = new Promise<void>((resolve) => timers.setTimeout(() => resolve(void ran.push('late')), 5));
		await new Promise<void>((resolve) => timers.setTimeout(() => resolve(void ran.push('at once')), 0));
		expect(ran).toEqual(['at once']);
		await late;
	});

	it('has no intervals', () => expect(timers.setInterval).toThrow('The queue uses no intervals'));

	it('takes back what never was', () => expect(() => timers.clearTimeout(undefined)).not.toThrow());
});
