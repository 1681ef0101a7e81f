import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ObservableObject, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { newExecutionData } from '../../support/runNode';
import { resources } from '../../../nodes/Helpdesk/resources';
import { hashOf } from '../../../nodes/Helpdesk/run/once/keys';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

type Saved = Record<'node:Helpdesk', { onlyOncePer: object }>;

describe('Only Once Per', () => {
	let rig: NodeRig;
	let ids: string[];
	/** What n8n has saved of the workflow. */
	let saved: string;
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		ids = [...rig.sandbox.store.conversations.keys()].slice(0, 5);
	});
	beforeEach(() => {
		rig.sandbox.reset();
		saved = '{}';
		restart();
	});
	afterAll(async () => await rig.sandbox.close());

	const items = (): INodeExecutionData[] => ids.map((id) => ({ json: { id } }));
	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen', options: { onlyOncePer: '={{ $json.id }}-1' } };
	const notes = () => rig.sandbox.requests().filter(({ path }) => path.endsWith('/note')).length;

	/** A new process knows what was saved and nothing else. */
	function restart(): void {
		rig.transport = rig.clock.newTransport();
	}

	/** An execution as n8n makes it: it reads the static data when it starts, and saves them when they were changed. */
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

	it('a later execution sends nothing again and says so in each item', async () => {
		await execute();
		const output = await execute();
		expect(notes()).toBe(5);
		expect(output.map(({ json }) => json)).toEqual(ids.map((id) => ({ id, message: 'Not sent again: its key was used before', skipped: true })));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
	});

	it('a run by hand says in each item that its key was not kept; a production run, and a step without the option, say nothing of it', async () => {
		const byHand = await startExecution({ mode: 'manual' })();
		expect(byHand.map(({ json }) => json)).toEqual(ids.map((id) => ({ id, message: expect.any(String) as string, key_kept: false })));
		for (const output of [await execute(), await startExecution({ mode: 'manual' })({ ...note, options: {} } as never)]) {
			expect(output.map(({ json }) => Object.keys(json))).toEqual(ids.map(() => ['id', 'message']));
		}
		const skipped = await startExecution({ mode: 'manual' })();
		expect(skipped.map(({ json }) => Object.keys(json))).toEqual(ids.map(() => ['id', 'message', 'skipped']));
		const me = { method: 'GET', path: '/me', options: { onlyOncePer: 'x' } };
		expect((await startExecution({ mode: 'manual' })(me as never, 'apiRequest.send'))[0]!.json).not.toHaveProperty('key_kept');
	});

	it('shows what it does under its field, and no code in the field', () => {
		const { property } = resources[0]!.operations.flatMap(({ options = [] }) => options).find(({ property }) => property.name === 'onlyOncePer')!;
		expect(property.hint).toMatch(/once/i);
		expect(property.hint).toMatch(/by hand/);
		expect(property.placeholder).not.toMatch(/[{}$]/);
	});

	it('a restarted n8n knows the keys from the static data of the workflow, which hold no text of theirs', async () => {
		await execute();
		restart();
		await execute();
		expect(notes()).toBe(5);
		for (const id of ids) expect(saved).not.toContain(id);
	});

	it('another key is sent, and so is another operation of the same key', async () => {
		const execution = startExecution();
		await execution();
		await execution({ ...note, options: { onlyOncePer: '={{ $json.id }}-2' } });
		await execution({ ...note, priority: 'High' } as never, 'conversation.setPriority');
		expect(rig.sandbox.requests()).toHaveLength(15);
	});

	it('items of one run with the same key are sent once', async () => {
		const output = await startExecution()({ ...note, options: { onlyOncePer: 'the same' } });
		expect(notes()).toBe(1);
		expect(output.filter(({ json }) => json.skipped)).toHaveLength(4);
	});

	it('executions at the same time see each other, and neither overwrites the keys of the other', async () => {
		const [one, two] = [startExecution(), startExecution()];
		await Promise.all([one(), two()]);
		expect(notes()).toBe(5);
		const other = startExecution();
		await startExecution()({ ...note, options: { onlyOncePer: 'a' } });
		await other({ ...note, options: { onlyOncePer: 'b' } });
		restart();
		for (const onlyOncePer of ['a', 'b', '={{ $json.id }}-1']) await startExecution()({ ...note, options: { onlyOncePer } });
		expect(notes()).toBe(7);
	});

	it('a definite failure frees its key, a POST of unknown fate keeps it', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[0]}/note` });
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[1]}/note` });
		await execute({ onError: 'continueRegularOutput' });
		expect(notes()).toBe(5);
		const output = await execute();
		expect(output.map(({ json }) => json.skipped ?? false)).toEqual([false, true, true, true, true]);
		expect(notes()).toBe(6);
	});

	it('a retry of a failed execution by hand knows the keys from the execution itself', async () => {
		const executionData = newExecutionData();
		await execute({ mode: 'manual', executionData });
		restart();
		await execute({ mode: 'retry', executionData: JSON.parse(JSON.stringify(executionData)) as typeof executionData });
		expect(notes()).toBe(5);
	});

	it('a run by hand obeys the keys of production runs and adds none', async () => {
		await execute({ mode: 'manual' });
		await execute();
		expect(notes()).toBe(10);
		await execute({ mode: 'manual' });
		expect(notes()).toBe(10);
	});

	it('a key is forgotten after 30 days', async () => {
		await execute();
		await rig.clock.sleep(29 * 86_400_000);
		await execute();
		expect(notes()).toBe(5);
		await rig.clock.sleep(2 * 86_400_000);
		await execute();
		restart();
		await execute();
		expect(notes()).toBe(10);
	});

	it('keys stay known while an execution is on, although 200 other nodes with keys run between two of its items', async () => {
		const key = (onlyOncePer: string) => ({ ...note, options: { onlyOncePer } });
		await startExecution()(key('earlier'));
		const execution = startExecution();
		const other = startExecution();
		await execution(key('first'));
		for (let n = 0; n < 205; n += 1) {
			await rig.run('message.addNote', key('theirs'), { items: items().slice(0, 1), mode: 'trigger', staticData: {}, nodeId: `other ${n}` });
		}
		collectGarbage();
		rig.sandbox.reset();
		await execution(key('earlier'));
		await other(key('first'));
		expect(notes()).toBe(0);
		await execution(key('second'));
		for (const onlyOncePer of ['earlier', 'first', 'second'])
			expect(Object.keys((JSON.parse(saved) as Saved)['node:Helpdesk'].onlyOncePer)).toContain(
				hashOf('addNote POST /conversation/{conversation_id}/note', onlyOncePer),
			);
	});

	it('a try of Retry On Fail gives the first output, not "skipped"', async () => {
		const once = rig.tries('message.addNote', note, { items: items(), mode: 'trigger' });
		const first = await once();
		expect(await once()).toEqual(first);
	});

	it('a key that is empty is refused before anything is sent', async () => {
		for (const onlyOncePer of ['', '={{ $json.missing }}', '={{ [1] }}', '={{ String($json.missing) }}', '={{ Number("one") + "" }}']) {
			const error = await rig.failure('message.addNote', { ...note, options: { onlyOncePer } }, { items: items() });
			expect(error.message).toMatch(/^'Only Once Per' (is empty|got a list, not text)$/);
		}
		expect(notes()).toBe(0);
	});

	it('every operation that can write offers it, and no other', () => {
		const offering = resources.flatMap(({ value, operations }) =>
			operations
				.filter(({ options = [] }) => options.some(({ property }) => property.name === 'onlyOncePer'))
				.map((each) => `${value}.${each.value}`),
		);
		const reads = (resource: string, value: string) => resource === 'report' || /^(get|search|download)/.test(value);
		const writing = resources.flatMap(({ value, operations }) =>
			operations.filter((each) => !reads(value, each.value)).map((each) => `${value}.${each.value}`),
		);
		expect(offering).toEqual(writing);
	});
});
