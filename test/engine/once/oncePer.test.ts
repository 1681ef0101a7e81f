import { type IDataObject, ObservableObject } from 'n8n-workflow';

import { byId, type NodeRig, useNodeRig } from '../../support/nodeRig';
import { newExecutionData } from '../../support/runNode';
import { MAX_KEYS, NodeKeys } from '../../../nodes/Helpdesk/run/once/onlyOncePer';

describe('Only Once Per', () => {
	const rig = useNodeRig();
	let ids: string[];
	let saved: string;
	beforeAll(() => (ids = rig.ids().slice(0, 5)));
	beforeEach(() => {
		saved = '{}';
		restart();
	});

	const items = () => ids.map((id) => ({ json: { id } }));
	const note = {
		conversationId: byId('={{ $json.id }}'),
		message: 'seen',
		options: { onlyOncePer: '={{ $json.id }}-1' },
	};
	const notes = () => rig.requests().filter(({ path }) => path.endsWith('/note')).length;

	/** Starts a new process, which has only the saved data. */
	function restart() {
		rig.transport = rig.clock.newTransport();
	}

	/** Starts an execution as n8n does: it reads the static data first, and saves it if it was changed. */
	function startExecution(run: Parameters<NodeRig['run']>[2] = {}) {
		const staticData = ObservableObject.create(JSON.parse(saved) as IDataObject);
		const execution = async (parameters = note, operation = 'message.addNote') => {
			try {
				return await rig.run(operation, parameters, { items: items(), mode: 'trigger', staticData, ...run });
			} finally {
				if (staticData.__dataChanged && run.mode !== 'manual') saved = JSON.stringify(staticData);
			}
		};
		return execution;
	}
	const execute = async (...[run]: Parameters<typeof startExecution>) => await startExecution(run)();

	it('a later execution skips used keys and marks each item as skipped', async () => {
		await execute();
		const output = await execute();
		expect(notes()).toBe(5);
		expect(output.map(({ json }) => json)).toEqual(
			ids.map((id) => ({ id, message: 'Not sent again: its value was used before', skipped: true })),
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
	});

	it('a manual run says in each item that its key was not kept', async () => {
		const byHand = await startExecution({ mode: 'manual' })();
		expect(byHand.map(({ json }) => json)).toEqual(
			ids.map((id) => ({ id, message: expect.any(String) as string, key_kept: false })),
		);
		for (const output of [
			await execute(),
			await startExecution({ mode: 'manual' })({ ...note, options: {} } as never),
		]) {
			expect(output.map(({ json }) => Object.keys(json))).toEqual(ids.map(() => ['id', 'message']));
		}
		const skipped = await startExecution({ mode: 'manual' })();
		expect(skipped.map(({ json }) => Object.keys(json))).toEqual(ids.map(() => ['id', 'message', 'skipped']));
		const me = { method: 'GET', path: '/me', options: { onlyOncePer: 'x' } };
		expect((await startExecution({ mode: 'manual' })(me as never, 'apiRequest.send'))[0]!.json).not.toHaveProperty(
			'key_kept',
		);
	});

	it('keys survive a restart of n8n, and are stored without their text', async () => {
		await execute();
		restart();
		await execute();
		expect(notes()).toBe(5);
		for (const id of ids) expect(saved).not.toContain(id);
	});

	it('another key, or another operation with the same key, is sent', async () => {
		const execution = startExecution();
		await execution();
		await execution({ ...note, options: { onlyOncePer: '={{ $json.id }}-2' } });
		await execution({ ...note, priority: 'High' } as never, 'conversation.setPriority');
		expect(rig.requests()).toHaveLength(15);
	});

	it('two items of a run with the same key are sent once', async () => {
		const output = await startExecution()({ ...note, options: { onlyOncePer: 'the same' } });
		expect(notes()).toBe(1);
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(4);
	});

	it('parallel executions share their keys', async () => {
		const [one, two] = [startExecution(), startExecution()];
		await Promise.all([one(), two()]);
		expect(notes()).toBe(5);
		const other = startExecution();
		await startExecution()({ ...note, options: { onlyOncePer: 'a' } });
		await other({ ...note, options: { onlyOncePer: 'b' } });
		restart();
		for (const onlyOncePer of ['a', 'b', '={{ $json.id }}-1'])
			await startExecution()({ ...note, options: { onlyOncePer } });
		expect(notes()).toBe(7);
	});

	it('a key can be used again after a definite failure, but not after a POST of unknown outcome', async () => {
		rig.answers(422, { path: `/conversation/${ids[0]}/note` });
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[1]}/note` });
		await execute({ onError: 'continueRegularOutput' });
		expect(notes()).toBe(5);
		const output = await execute();
		expect(output.map(({ json }) => json.skipped ?? false)).toEqual([false, true, true, true, true]);
		expect(notes()).toBe(6);
	});

	it('a tool reports the outcome of a used key as unknown only after a write of unknown outcome', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[0]}/note` });
		rig.sandbox.fault({ kind: 'drop', when: 'before', path: `/conversation/${ids[1]}/note` });
		const parameters = { ...note, message: 'seen by a tool' };
		await startExecution({ asTool: true, onError: 'continueRegularOutput' })(parameters);
		const messages = (await startExecution({ asTool: true })(parameters)).map(({ json }) => json.message);
		const used = 'Not sent again: its value was used before';
		expect(messages[0]).toBe(used);
		expect(messages[1]).toContain(`${used}, and it is not known whether that was applied`);
		const set = { ...note, priority: 'High', options: { onlyOncePer: '={{ $json.id }}-set' } } as never;
		rig.sandbox.fault({ kind: 'status', status: 500, path: `/conversation/${ids[2]}/**`, times: 4 });
		for (const onError of ['continueRegularOutput', undefined] as const)
			await startExecution({ asTool: true, onError })(set, 'conversation.setPriority');
		const [, , third] = await startExecution({ asTool: true })(set, 'conversation.setPriority');
		expect(third!.json.message).toBe(used);
	});

	it('a manual retry of a failed execution skips the keys of that execution', async () => {
		const executionData = newExecutionData();
		await execute({ mode: 'manual', executionData });
		restart();
		await execute({
			mode: 'retry',
			executionData: JSON.parse(JSON.stringify(executionData)) as typeof executionData,
		});
		expect(notes()).toBe(5);
	});

	it('a manual run respects production keys and adds none', async () => {
		await execute({ mode: 'manual' });
		await execute();
		expect(notes()).toBe(10);
		await execute({ mode: 'manual' });
		expect(notes()).toBe(10);
	});

	it('Retry On Fail repeats the first output, not "skipped"', async () => {
		const once = rig.tries('message.addNote', note, { items: items(), mode: 'trigger' });
		const first = await once();
		expect(await once()).toEqual(first);
	});

	it('an empty key is refused, and nothing is sent', async () => {
		for (const onlyOncePer of [
			'',
			'={{ $json.missing }}',
			'={{ [1] }}',
			'={{ String($json.missing) }}',
			'={{ Number("one") + "" }}',
		]) {
			const error = await rig.failure(
				'message.addNote',
				{ ...note, options: { onlyOncePer } },
				{ items: items() },
			);
			expect(error.message).toMatch(
				/^'Only Once Per' (is empty|got a list, not text|got "\w+", which means a missing value)$/,
			);
		}
		expect(notes()).toBe(0);
	});
});

const NOW = Date.UTC(2026, 2, 2);

const MINUTE = 60_000;

describe('the stored keys of a node', () => {
	/** Adds `count` keys of one time (minutes after the start), as if read from saved data. */
	const addMany = (keys: NodeKeys, name: string, count: number, minute = 0) => {
		const names = Array.from({ length: count }, (_, n) => `${name}${n}`);
		keys.learn(Object.fromEntries(names.map((key) => [key, NOW / MINUTE + minute])), NOW + minute * MINUTE);
	};
	const countOf = ({ used }: NodeKeys) => Object.keys(used).length;

	it('are limited in number: the oldest keys are removed in groups of 500', () => {
		const keys = new NodeKeys();
		addMany(keys, 'old', 600);
		addMany(keys, 'k', MAX_KEYS - 100, 1);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
		keys.add('one more', NOW + 2 * MINUTE);
		const names = Object.keys(keys.used);
		expect([
			names.length,
			names.filter((name) => name.startsWith('old')).length,
			names.includes('one more'),
		]).toEqual([MAX_KEYS, 99, true]);
		addMany(keys, 'more', 500, 2);
		expect(countOf(keys)).toBe(MAX_KEYS + 500);
	});

	it('are counted once, even if a key is used several times', () => {
		const keys = new NodeKeys();
		addMany(keys, 'k', MAX_KEYS);
		addMany(keys, 'k', 600);
		keys.learn({ ...keys.used }, NOW);
		addMany(keys, 'new', 100);
		expect(countOf(keys)).toBe(MAX_KEYS + 100);
	});

	it('are valid for 30 days after their last use', () => {
		const keys = new NodeKeys();
		const day = 24 * 60 * MINUTE;
		keys.add('k', NOW);
		keys.learn({ k: NOW / MINUTE - 1 }, NOW);
		expect([30 * day - 1, 30 * day].map((later) => keys.has('k', NOW + later))).toEqual([true, false]);
		keys.learn({ k: NOW / MINUTE + 1 }, NOW);
		expect(keys.has('k', NOW + 30 * day)).toBe(true);
	});
});
