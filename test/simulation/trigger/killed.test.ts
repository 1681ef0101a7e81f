import { SteppedClock } from '../../support/steppedClock';
import { N8n } from './n8n';

const MINUTE = 60_000;

afterEach(() => jest.restoreAllMocks());

it('a killed process sends no request, so it adds none to a later poll', async () => {
	// The deadlines of requests are of the real time, which the simulation does not hold.
	const deadlines: AbortController[] = [];
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
		const deadline = new AbortController();
		deadlines.push(deadline);
		return deadline.signal;
	});
	const clock = new SteppedClock();
	let requests = 0;
	const n8n = new N8n(
		clock,
		() => 0.5,
		async () => await new Promise(() => void (requests += 1)),
	);
	const activate = () => void n8n.activate({ event: 'conversationCreated', inboxIds: ['a'], watchFields: [], options: {} }, 'activate');
	const runsOut = async () => {
		deadlines.at(-1)!.abort();
		// The grace that begins then.
		deadlines.at(-1)!.abort();
		await clock.pass(MINUTE);
	};
	activate();
	await clock.pass(MINUTE);
	expect(requests).toBe(1);
	await runsOut();
	expect(requests).toBe(2);
	n8n.kill();
	await runsOut();
	expect(requests).toBe(2);
	activate();
	await clock.pass(MINUTE);
	expect(requests).toBe(3);
});
