import { ServerClock, SortKeyProof, timesOf, type Times } from '../../../nodes/HelpdeskTrigger/core/times';

describe('the clock of a helpdesk that sends a Date header', () => {
	it('is at the header for beginnings, whatever this machine shows', () => {
		const clock = new ServerClock();
		clock.hear({ serverTime: 100, heardAt: 5_000 }, [70]);
		const { now, latest, present, beginning, hasHeader } = clock;
		expect({ now, latest, present, beginning, hasHeader }).toEqual({ now: 70, latest: 100, present: 100, beginning: 100, hasHeader: true });
	});

	it('does not go back where an older answer comes', () => {
		const clock = new ServerClock();
		clock.hear({ serverTime: 100 }, [70]);
		clock.hear({ serverTime: 90 }, []);
		expect([clock.latest, clock.now]).toEqual([100, 70]);
	});
});

describe('the clock of a helpdesk that sends none', () => {
	it('is at the latest record, and a beginning just behind it', () => {
		const clock = new ServerClock();
		clock.hear({}, [50, NaN, 70, 60]);
		const { now, latest, present, beginning, hasHeader, ahead } = clock;
		expect({ now, latest, present, beginning, hasHeader, ahead }).toEqual({
			...{ now: 70, latest: 70, present: 70, beginning: 71, hasHeader: false, ahead: undefined },
		});
	});

	it("goes on with this machine's, as far as records proved that it is no less far", () => {
		const clock = new ServerClock();
		clock.hear({ heardAt: 1_000 }, [1_300]);
		clock.hear({ heardAt: 2_000 }, []);
		expect([clock.ahead, clock.present, clock.latest]).toEqual([300, 2_300, 1_300]);
		// A fresher record proves more, an older one nothing less.
		clock.hear({ heardAt: 3_000 }, [3_500]);
		clock.hear({ heardAt: 4_000 }, [3_600]);
		expect([clock.ahead, clock.present]).toEqual([500, 4_500]);
	});

	it('may be behind this machine', () => {
		const clock = new ServerClock();
		clock.hear({ heardAt: 1_000 }, [400]);
		clock.hear({ heardAt: 1_500 }, []);
		expect([clock.ahead, clock.present]).toEqual([-600, 900]);
	});

	it('knows nothing before the first record', () => {
		const clock = new ServerClock();
		clock.hear({ heardAt: 1_000 }, []);
		expect([clock.ahead, clock.present, clock.now]).toEqual([undefined, 0, 0]);
	});

	it('goes on from what was saved', () => {
		const clock = new ServerClock(700, 50);
		expect([clock.now, clock.ahead, clock.present]).toEqual([700, 50, 700]);
		clock.hear({ heardAt: 2_000 }, []);
		expect(clock.present).toBe(2_050);
	});
});

describe('the times of a record', () => {
	it('are each that of the creation where they are missing, and NaN without one', () => {
		const created = Date.UTC(2026, 0, 5, 9);
		const at = new Date(created).toISOString();
		expect(timesOf({ created_at: at })).toEqual({ created, updated: created, lastMessage: created, latest: created, showsUpdate: false });
		expect(timesOf({ created_at: at, updated_at: null })).toMatchObject({ updated: created, showsUpdate: true });
		expect(timesOf({})).toMatchObject({ created: NaN, updated: NaN, lastMessage: NaN });
	});

	it.each([
		['created_at', 'created'],
		['updated_at', 'updated'],
		['last_message_created_at', 'lastMessage'],
	] as const)('have the latest of all in %s too', (field, name) => {
		const early = { created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T09:00:00Z', last_message_created_at: '2026-01-05T09:00:00Z' };
		const times = timesOf({ ...early, [field]: '2026-01-05T10:00:00Z' });
		expect([times[name], times.latest]).toEqual([Date.UTC(2026, 0, 5, 10), Date.UTC(2026, 0, 5, 10)]);
	});
});

describe('pages that are in order of nothing that records show', () => {
	const times = (created: number, updated = created, lastMessage = created): Times => ({
		...{ created, updated, lastMessage, latest: Math.max(created, updated, lastMessage), showsUpdate: true },
	});
	/** By none of the three. */
	const mixed = (created: number) => [times(created - 1), times(created)];

	it('end a reading after two in a row without anything new, and not before', () => {
		const proof = new SortKeyProof();
		proof.read(mixed(40));
		expect(proof.isBelow(50)).toBe(false);
		proof.read(mixed(40));
		expect([proof.isBelow(50), proof.isBelow(41), proof.isBelow(40)]).toEqual([true, true, false]);
	});

	it('do not where one of the last two has something new', () => {
		for (const news of [
			[40, 40, 60],
			[40, 60, 40],
		]) {
			const proof = new SortKeyProof();
			for (const newest of news) proof.read(mixed(newest));
			expect(proof.isBelow(50)).toBe(false);
		}
		const quiet = new SortKeyProof();
		for (const newest of [60, 40, 40]) quiet.read(mixed(newest));
		expect(quiet.isBelow(50)).toBe(true);
	});

	it('go by the key by which equal ones stand in order too', () => {
		const proof = new SortKeyProof();
		proof.read([times(40, 40, 90), times(40, 95, 40), times(30, 30, 80)]);
		expect([proof.isBelow(31), proof.isBelow(30)]).toEqual([true, false]);
	});
});
