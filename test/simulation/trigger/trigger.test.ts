import { contactRun } from './contactRun';
import { createdRun } from './createdRun';
import { subject } from './subject';
import { watchRun } from './watchRun';

const seeds = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A short turn of what test/long runs by the million. */
describe('the trigger against a model of the service', () => {
	it('emits every new conversation once, in order', async () => {
		for (const seed of seeds(60)) {
			const { lost, repeated, unwanted, unordered, events } = await createdRun(subject, seed, 250);
			expect({ seed, lost, repeated, unwanted, unordered }).toEqual({ seed, lost: [], repeated: [], unwanted: [], unordered: 0 });
			expect(events).toBeGreaterThan(100);
		}
	});

	it('loses none of an inbox that was read minutes before the others, while more wait than can be held', async () => {
		expect(await createdRun(subject, 5066, 100)).toMatchObject({ lost: [], repeated: [] });
	});

	it.each(['conversationUpdated', 'customerMessage'] as const)('sees every change within two rounds: %s', async (event) => {
		let all = 0;
		for (const seed of seeds(10)) {
			const { overdue, repeated, wrong, events } = await watchRun(subject, event, seed, 100);
			expect({ seed, overdue, repeated, wrong }).toEqual({ seed, overdue: [], repeated: [], wrong: [] });
			all += events;
		}
		expect(all).toBeGreaterThan(500);
	});

	it('emits every new contact once', async () => {
		for (const seed of seeds(30)) {
			const { lost, repeated } = await contactRun(subject, seed, 60);
			expect({ seed, lost, repeated }).toEqual({ seed, lost: [], repeated: [] });
		}
	});
});
