import { readCredential } from '../../../transport/credential';
import { Queues } from '../../../transport/queues';
import { SteppedClock } from '../../support/steppedClock';

describe('the queues of a process', () => {
	let clock: SteppedClock;
	let queues: Queues;
	const at = (host: string, requestsPerMinute = 300) =>
		readCredential({ accessToken: 'token', baseUrl: `https://${host}.example.com/v1`, requestsPerMinute });
	/** Lets go so many at once, and gives how many went at once. */
	const gone = async (count: number, path: string, host = 'api', requestsPerMinute?: number) => {
		let went = 0;
		for (let each = 0; each < count; each += 1) void queues.letGo(at(host, requestsPerMinute), path, { priority: 5 }).then(() => (went += 1));
		await clock.pass(1);
		return went;
	};
	beforeEach(() => {
		clock = new SteppedClock();
		queues = new Queues(clock);
	});

	it('tell until when a helpdesk lets nobody send who waits', async () => {
		const begun = clock.now();
		expect([queues.waitsUntil(), queues.waitsUntil('https://api.example.com')]).toEqual([undefined, undefined]);
		expect(await gone(1, '/me', 'api', 1)).toBe(1);
		expect(queues.waitsUntil('https://api.example.com')).toBeUndefined();
		expect(await gone(1, '/me', 'api', 1)).toBe(0);
		expect(queues.waitsUntil('https://api.example.com')).toBe(begun + 70_000);
		expect([queues.waitsUntil(), queues.waitsUntil('https://other.example.com')]).toEqual([undefined, undefined]);
	});

	it('are one for a helpdesk, and one for each stricter group of its paths', async () => {
		expect(await gone(6, '/auth/verification/resend')).toBe(5);
		expect(await gone(11, '/auth/registration/register')).toBe(10);
		expect(await gone(6, '/auth/verification/resend', 'other')).toBe(5);
		expect(await gone(3, '/me')).toBe(3);
		expect(await gone(300, '/me', 'other')).toBe(295);
	});
});
