import { ServerWindow, type ServerAnswer } from '../../../transport/serverWindow';

describe("what the answers tell about the server's minute", () => {
	let window: ServerWindow;
	const answered = (more: Partial<ServerAnswer>) => window.answered({ now: 0, order: 1, ownAtMost: 1, inFlight: 0, started: 1, ...more });
	beforeEach(() => {
		window = new ServerWindow();
		window.sent(0);
	});

	it('without a sign of a limit nothing changes by itself', () => {
		answered({});
		expect([window.room, window.pauseEndsAt, window.nextChangeAt, window.mostOnTheWire(0)]).toEqual([Infinity, 0, Infinity, 20]);
	});

	it('a counted window ends by itself, and its limit a window later', () => {
		answered({ count: { limit: 10, remaining: 4 } });
		expect([window.room, window.nextChangeAt]).toEqual([6, 60_000]);
		window.pass(59_999);
		expect(window.room).toBe(6);
		window.pass(60_000);
		expect([window.room, window.nextChangeAt]).toEqual([10, Infinity]);
		window.pass(120_000);
		expect(window.room).toBe(Infinity);
	});

	it('what was sent shows after three seconds without an answer that there is room', () => {
		expect([0, 3_000].map((now) => window.mostOnTheWire(now))).toEqual([2, 20]);
	});

	it.each([
		['served', undefined, Infinity],
		['refused', 0, 6],
	])('a count that leaves none three times, where all were %s, leaves room for %p', (_, pauseMs, room) => {
		for (let order = 1; order <= 3; order += 1) answered({ order, started: order, ownAtMost: 5, pauseMs, count: { limit: 6, remaining: 0 } });
		expect(window.room).toBe(room);
	});

	it('a refusal holds all until its time is over', () => {
		answered({ pauseMs: 5_000 });
		expect([window.pauseEndsAt, window.nextChangeAt]).toEqual([5_000, 5_000]);
		window.pass(4_999);
		expect(window.pauseEndsAt).toBe(5_000);
		window.pass(5_000);
		expect(window.pauseEndsAt).toBe(0);
	});

	it('a refusal of a counted window that ends within the second holds until that is over', () => {
		answered({ count: { limit: 10, remaining: 9 } });
		answered({ now: 54_500, order: 2, started: 2, pauseMs: 5_000 });
		expect(window.pauseEndsAt).toBe(60_000);
	});

	it('refusals of what had been started before the first one do not make it longer, those after it do', () => {
		answered({ order: 1, started: 3, pauseMs: 0 });
		answered({ order: 3, started: 3, pauseMs: 0 });
		expect(window.pauseEndsAt).toBe(0);
		answered({ order: 4, started: 4, pauseMs: 0 });
		expect(window.pauseEndsAt).toBe(250);
	});

	it('what is served after a refusal ends the row, what was started before it does not', () => {
		answered({ order: 1, started: 3, pauseMs: 0 });
		answered({ order: 3, started: 4 });
		answered({ order: 4, started: 4, pauseMs: 0 });
		expect(window.pauseEndsAt).toBe(250);
		window.pass(250);
		answered({ now: 250, order: 5, started: 5 });
		answered({ now: 250, order: 6, started: 6, pauseMs: 0 });
		expect(window.pauseEndsAt).toBe(250);
	});

	it('after a refusal each of several clients has a part of what its own window gave', () => {
		for (let order = 1; order <= 40; order += 1) answered({ order, started: order });
		expect(window.mostOnTheWire(0)).toBe(20);
		answered({ order: 41, started: 43, pauseMs: 1_000 });
		expect(window.mostOnTheWire(1_000)).toBe(1);
		// Served by the window that is over.
		answered({ now: 1_000, order: 42, started: 43 });
		expect(window.mostOnTheWire(1_000)).toBe(1);
		answered({ now: 1_000, order: 44, started: 44 });
		expect(window.mostOnTheWire(1_000)).toBe(10);
	});

	it('other clients that the count shows leave a part of what is left', () => {
		answered({ count: { limit: 300, remaining: 16 } });
		expect(window.mostOnTheWire(0)).toBe(2);
	});
});
