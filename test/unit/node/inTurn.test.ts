import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { inTurn } from '../../../nodes/Helpdesk/run/once/oncePer';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A task that is over when it is told to be. */
function task() {
	let end!: (failure?: Error) => void;
	const ended = new Promise<void>((resolve, reject) => (end = (failure) => (failure ? reject(failure) : resolve())));
	const state = { began: false };
	const run = async () => {
		state.began = true;
		await ended;
	};
	return { run, end, state };
}
const settled = async () => await new Promise((resolve) => setImmediate(resolve));

describe('tasks of the same key', () => {
	it('wait for one another, also one that comes when the first is over and the second still at work', async () => {
		const [first, second, third] = [task(), task(), task()];
		const [one, two] = [inTurn('key', first.run), inTurn('key', second.run)];
		await settled();
		expect([first.state.began, second.state.began]).toEqual([true, false]);
		first.end();
		await one;
		const three = inTurn('key', third.run);
		await settled();
		expect([second.state.began, third.state.began]).toEqual([true, false]);
		second.end();
		await two;
		await settled();
		expect(third.state.began).toBe(true);
		third.end();
		await three;
	});

	it('go on after one that failed, which fails for its own caller alone', async () => {
		const [first, second] = [task(), task()];
		const [one, two] = [inTurn('key', first.run), inTurn('key', second.run)];
		first.end(new Error('failed'));
		second.end();
		await expect(one).rejects.toThrow('failed');
		await expect(two).resolves.toBeUndefined();
	});

	it('do not wait for those of another key', async () => {
		const [first, second] = [task(), task()];
		const [one, two] = [inTurn('key', first.run), inTurn('other', second.run)];
		await settled();
		expect(second.state.began).toBe(true);
		first.end();
		second.end();
		await Promise.all([one, two]);
	});

	it('leave nothing behind: n8n runs for months, and there is a key for each conversation', async () => {
		const outputs = await Promise.all(['one', 'two'].map(async (key) => new WeakRef(await inTurn(key, async () => ({ key })))));
		await settled();
		collectGarbage();
		expect(outputs.map((output) => output.deref())).toEqual([undefined, undefined]);
	});
});
