import { getEventListeners } from 'node:events';

import { onAbort } from '../../../transport/abort';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('waiting for a signal', () => {
	it('keeps no listener on the signal of an execution when nothing waits on it any more', () => {
		const { signal } = new AbortController();
		for (let round = 0; round < 3; round += 1) {
			const releases = Array.from({ length: 100 }, () => onAbort(signal, () => {}));
			expect(listeners(signal)).toBe(1);
			releases.forEach((release) => release());
			expect(listeners(signal)).toBe(0);
		}
	});

	it('without one waits for nothing', () => {
		const ran: string[] = [];
		onAbort(undefined, () => ran.push('x'))();
		expect(ran).toEqual([]);
	});

	it('still runs what waits after others have gone, with one listener', () => {
		const controller = new AbortController();
		const ran: string[] = [];
		const first = onAbort(controller.signal, () => ran.push('first'));
		first();
		const second = onAbort(controller.signal, () => ran.push('second'));
		// Taken back twice: it must not take another's listener along.
		first();
		onAbort(controller.signal, () => ran.push('third'));
		expect(listeners(controller.signal)).toBe(1);
		second();
		controller.abort();
		expect(ran).toEqual(['third']);
		expect(listeners(controller.signal)).toBe(0);
	});
});
