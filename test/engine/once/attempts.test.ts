import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IExecuteData, INodeExecutionData } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { helpdeskNode } from '../../support/runNode';

describe('when n8n tries a node again (Retry On Fail)', () => {
	let rig: NodeRig;
	let ids: string[];
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		ids = [...rig.sandbox.store.conversations.keys()].slice(0, 10);
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const items = (): INodeExecutionData[] => ids.map((id) => ({ json: { id } }));
	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const goesOn = () => ({ items: items(), onError: 'continueRegularOutput' as const });
	const sent = (end: string, method = 'POST') => rig.sandbox.requests().filter((each) => each.path.endsWith(end) && each.method === method);
	const timesEach = () => ids.map((id) => sent(`/${id}/note`).length);

	it('what was written is not sent again: its first output comes back; what definitely failed is', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[0]}/note` });
		const once = rig.tries('message.addNote', note, goesOn());
		const first = await once();
		const second = await once();
		expect(first[0]!.json).toHaveProperty('error');
		expect(second.map(({ json }) => json.id)).toEqual(ids);
		expect(second.slice(1)).toEqual(first.slice(1));
		expect(timesEach()).toEqual([2, ...Array<number>(9).fill(1)]);
	});

	it('on "stop", the second try sends what the first did not get to, and nothing twice', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[5]}/note` });
		const once = rig.tries('message.addNote', note, { items: items() });
		await expect(once()).rejects.toThrow('refused a value');
		expect((await once()).map(({ json }) => json.id)).toEqual(ids);
		expect(timesEach()).toEqual(ids.map((_, index) => (index === 5 ? 2 : 1)));
	});

	it.each([
		['dropped after its effect', { kind: 'drop', when: 'after' }],
		['answered with 500', { kind: 'status', status: 500 }],
		['answered by a gateway with a web page', { kind: 'html', status: 502 }],
	] as const)('a POST of unknown fate (%s) is not sent again: the same error comes back', async (_, fault) => {
		rig.sandbox.fault({ ...fault, path: `/conversation/${ids[0]}/note` });
		const once = rig.tries('message.addNote', note, goesOn());
		const [first] = await once();
		const [second] = await once();
		expect(first!.json.error).toContain('It may have been applied; not sent again');
		expect(second).toEqual(first);
		expect(timesEach()).toEqual(ids.map(() => 1));
	});

	it('a PATCH of unknown fate is sent again: applied twice it changes nothing more', async () => {
		rig.sandbox.fault({ kind: 'status', status: 503, times: 4 });
		const once = rig.tries('conversation.update', { conversationId: byId(ids[0]!), updateFields: { subject: 'New' } });
		await expect(once()).rejects.toThrow('temporarily unavailable');
		expect((await once())[0]!.json.id).toBe(ids[0]);
	});

	it('a note whose text changes from try to try is written once as well', async () => {
		const once = rig.tries('message.addNote', { ...note, message: '={{ Math.random() }}' }, { items: items() });
		await once();
		await once();
		expect(timesEach()).toEqual(ids.map(() => 1));
	});

	it('an upsert that created its contact gives its first output, and does not update what it created', async () => {
		const once = rig.tries('contact.upsert', { email: 'new@example.com', additionalFields: { name: 'New' } });
		const first = await once();
		expect(first[0]!.json.created).toBe(true);
		expect(await once()).toEqual(first);
		expect(sent('', 'PATCH')).toEqual([]);
	});

	it('a read is never answered from memory', async () => {
		const once = rig.tries('conversation.get', { conversationId: byId(ids[0]!) });
		await once();
		await rig.run('conversation.update', { conversationId: byId(ids[0]!), updateFields: { subject: 'New' } });
		expect((await once())[0]!.json.subject).toBe('New');
	});

	it('another run sends all of it, even in the same execution with the same items: a loop comes by again', async () => {
		for (const runIndex of [0, 1]) await rig.tries('message.addNote', note, { items: items(), executionId: 'loop', runIndex })();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it('a tool writes whenever an AI agent calls it, although its calls share the data of the agent’s run', async () => {
		const executeData: IExecuteData = { data: { main: [items()] }, node: helpdeskNode({}), source: null };
		for (const runIndex of [0, 1]) await rig.tries('message.addNote', note, { items: items(), runIndex, executeData })();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it('an older AI agent, which begins a new run with every try of a tool, writes nothing twice; a second call with the same words writes', async () => {
		const call = () => ({
			asTool: true,
			call: { conversation: ids[0]!, note: 'seen' },
			executeData: { data: {}, node: helpdeskNode({}), source: null },
		});
		const tool = { conversationId: byId(ids[0]!), message: 'seen' };
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[0]}/note` });
		const first = call();
		for (const runIndex of [0, 1, 2]) {
			await expect(rig.tries('message.addNote', tool, { ...first, runIndex })()).rejects.toThrow('It may have been applied; not sent again');
		}
		expect(sent('/note')).toHaveLength(1);
		await rig.tries('message.addNote', tool, { ...call(), runIndex: 3 })();
		expect(sent('/note')).toHaveLength(2);
	});

	it('what failed for certain in a tool is tried again by an older AI agent', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[0]}/note` });
		const run = { asTool: true, call: {}, executeData: { data: {}, node: helpdeskNode({}), source: null } };
		const tool = { conversationId: byId(ids[0]!), message: 'seen' };
		await expect(rig.tries('message.addNote', tool, { ...run, runIndex: 0 })()).rejects.toThrow('refused a value');
		await rig.tries('message.addNote', tool, { ...run, runIndex: 1 })();
		expect(sent('/note')).toHaveLength(2);
	});

	it('a second try waits for what the first still has on the wire, and does not send it again', async () => {
		rig.sandbox.settings({ latencyMs: 100 });
		const once = rig.tries('message.addNote', note, { items: items() });
		await Promise.all([once(), once()]);
		expect(timesEach()).toEqual(ids.map(() => 1));
	});

	it('a node that n8n runs only once remembers nothing', async () => {
		const once = rig.tries('message.addNote', note, { items: items(), retryOnFail: false });
		await once();
		await once();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it('what was remembered goes with the run', async () => {
		const remembered = await (async () => {
			const once = rig.tries('message.addNote', note, { items: items() });
			const [first] = await once();
			expect((await once())[0]!.json).toBe(first!.json);
			return new WeakRef(first!.json);
		})();
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		await new Promise((resolve) => setTimeout(resolve, 20));
		collect();
		expect(remembered.deref()).toBeUndefined();
	});
});
