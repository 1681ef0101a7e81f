import { systemClock } from '../../../transport/clock';
import { Priority, RequestQueue } from '../../../transport/requestQueue';
import { simulateHelpdesk } from '../../support/simulatedHelpdesk';
import { installationOf, readCredential, stricterLimitOf } from '../../../transport/credential';

it('two credentials of a helpdesk share the lower one of their limits', async () => {
	const { clock, credential, sendAll, worstMinute } = simulateHelpdesk();
	const of = async (requestsPerMinute: number) =>
		await sendAll(30, { credential: { ...credential, requestsPerMinute } });
	await clock.until(Promise.all([of(40), of(100)]));
	expect(worstMinute()).toBe(40);
});

it('a queue has one timer for any number of requests, and no timer if it is empty', async () => {
	let sleeping = 0;
	let most = 0;
	const wakes: Array<() => void> = [];
	const sleep = async () => {
		most = Math.max(most, (sleeping += 1));
		await new Promise<void>((wake) => wakes.push(wake));
		sleeping -= 1;
	};
	let now = 0;
	const queue = new RequestQueue({ now: () => now, sleep });
	const run = async () =>
		await queue.run(
			{ requestsPerMinute: 1, priority: Priority.bulk },
			async () => await Promise.resolve({ value: now }),
		);
	await run();
	expect(sleeping).toBe(0);
	const waiting = Promise.all([run(), run(), run()]);
	for (let turn = 0; turn < 40 && (turn < 10 || sleeping > 0); turn += 1) {
		now += 30_000;
		wakes.splice(0).forEach((wake) => wake());
		await new Promise(setImmediate);
	}
	expect((await waiting).every((at) => at > 0)).toBe(true);
	expect([most, sleeping]).toEqual([1, 0]);
});

it('the clock of the limit ignores jumps of the system clock', () => {
	const before = systemClock.now();
	jest.spyOn(Date, 'now').mockReturnValue(before + 3_600_000);
	expect(systemClock.now() - before).toBeLessThan(60_000);
	jest.restoreAllMocks();
});

const installation = (baseUrl: string) => installationOf(readCredential({ accessToken: 'token', baseUrl }).origin);

describe('one queue for one helpdesk', () => {
	it.each([
		'https://api.example.com:8443/v1',
		'https://api.example.com./v1',
		'https://API.Example.COM/v1',
		'https://api.example.com/other/v1',
		'https://api%2Eexample.com/v1',
	])('is shared by all addresses of a host: %s', (baseUrl) =>
		expect(installation(baseUrl)).toBe(installation('https://api.example.com/v1')),
	);

	it('is not shared with another host', () => {
		expect(installation('https://api.example.org/v1')).not.toBe(installation('https://api.example.com/v1'));
	});

	it.each([
		'http://127.0.0.1:5680/v1',
		'http://[::1]:5680/v1',
		'http://LOCALHOST:5680/v1',
		'http://localhost.:5680/v1',
		'http://127.1:5680/v1',
		'https://localhost:5680/v1',
	])('is shared by all names of the loopback host: %s', (baseUrl) =>
		expect(installation(baseUrl)).toBe(installation('http://localhost:5680/v1')),
	);

	it('is separate for each port of the loopback host', () => {
		expect(installation('http://localhost:5680/v1')).not.toBe(installation('http://localhost:5681/v1'));
		expect(installation('http://localhost/v1')).not.toBe(installation('https://localhost/v1'));
		expect(installation('https://localhost/v1')).toBe(installation('http://localhost:443/v1'));
		expect(installation('http://localhost/v1')).toBe(installation('https://localhost:80/v1'));
	});

	it('has one limit for two spellings of its address', async () => {
		const { clock, sendAll, credential, worstMinute } = simulateHelpdesk();
		const other = { ...credential, origin: 'https://api.example.com.:8443' };
		await clock.until(Promise.all([sendAll(200), sendAll(200, { credential: other })]));
		expect(worstMinute()).toBe(300);
	});
});

it.each([
	['/auth/registration', 10],
	['/auth/registration/register', 10],
	['/auth/verification/resend', 5],
	['/auth/registrations', undefined],
	['/conversation/auth/registration', undefined],
	['/auth', undefined],
	...[
		'//auth//registration//register',
		'/auth/%72egistration/register',
		'/auth%2Fregistration/register',
		'/AUTH/Registration/register',
	].map((path): [string, number] => [path, 10]),
	['/%E0%A4%A', undefined],
])('"%s" is limited to %p requests a minute', (path, perMinute) =>
	expect(stricterLimitOf(path)?.perMinute).toBe(perMinute),
);
