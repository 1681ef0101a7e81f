import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IExecuteData } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { MAX_ATTEMPTS } from '../../../transport';
import { byId, useNodeRig } from '../../support/nodeRig';
import { helpdeskNode } from '../../support/runNode';

describe('Retry On Fail', () => {
	const rig = useNodeRig();
	let ids: string[];
	beforeAll(() => (ids = rig.ids().slice(0, 10)));

	const items = () => ids.map((id) => ({ json: { id } }));
	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const goesOn = () => ({ items: items(), onError: 'continueRegularOutput' as const });
	const sent = (end: string, method = 'POST') =>
		rig.requests().filter((each) => each.path.endsWith(end) && each.method === method);
	const timesEach = () => ids.map((id) => sent(`/${id}/note`).length);

	it('a second attempt sends only items that definitely failed, and repeats the output of the others', async () => {
		rig.answers(422, { path: `/conversation/${ids[0]}/note` });
		const once = rig.tries('message.addNote', note, goesOn());
		const first = await once();
		const second = await once();
		expect(first[0]!.json).toHaveProperty('error');
		expect(second.map(({ json }) => json.id)).toEqual(ids);
		expect(second.slice(1)).toEqual(first.slice(1));
		expect(timesEach()).toEqual([2, ...Array<number>(9).fill(1)]);
	});

	it('with "stop", the second attempt sends the remaining items, and nothing twice', async () => {
		rig.answers(422, { path: `/conversation/${ids[5]}/note` });
		const once = rig.tries('message.addNote', note, { items: items() });
		await expect(once()).rejects.toThrow('refused a value');
		expect((await once()).map(({ json }) => json.id)).toEqual(ids);
		expect(timesEach()).toEqual(ids.map((_, index) => (index === 5 ? 2 : 1)));
	});

	it('a PATCH with an unknown outcome is sent again', async () => {
		rig.answers(503, { times: MAX_ATTEMPTS });
		const once = rig.tries('conversation.update', {
			conversationId: byId(ids[0]!),
			updateFields: { subject: 'New' },
		});
		await expect(once()).rejects.toThrow('temporarily unavailable');
		expect((await once())[0]!.json.id).toBe(ids[0]);
	});

	it('Create or Update repeats its first output, and does not update the contact it created', async () => {
		const once = rig.tries('contact.upsert', { email: 'new@example.com', additionalFields: { name: 'New' } });
		const first = await once();
		expect(first[0]!.json.created).toBe(true);
		expect(await once()).toEqual(first);
		expect(sent('', 'PATCH')).toEqual([]);
	});

	it('the next round of a loop sends the same items again', async () => {
		for (const runIndex of [0, 1])
			await rig.tries('message.addNote', note, { items: items(), executionId: 'loop', runIndex })();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it('a new call of an AI agent is not treated as a retry', async () => {
		const executeData: IExecuteData = { data: { main: [items()] }, node: helpdeskNode({}), source: null };
		for (const runIndex of [0, 1])
			await rig.tries('message.addNote', note, { items: items(), runIndex, executeData })();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it("an older AI agent's retry writes nothing twice, but with Allow Repeats a new call writes", async () => {
		const call = () => ({
			asTool: true,
			call: { conversation: ids[0]!, note: 'seen' },
			executeData: { data: {}, node: helpdeskNode({}), source: null },
		});
		const tool = { conversationId: byId(ids[0]!), message: 'seen', options: { allowRepeats: true } };
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: `/conversation/${ids[0]}/note` });
		const first = call();
		for (const runIndex of [0, 1, 2]) {
			await expect(rig.tries('message.addNote', tool, { ...first, runIndex })()).rejects.toThrow(
				'It may have been applied; not sent again',
			);
		}
		expect(sent('/note')).toHaveLength(1);
		await rig.tries('message.addNote', tool, { ...call(), runIndex: 3 })();
		expect(sent('/note')).toHaveLength(2);
	});

	it("an older AI agent's retry repeats a call that definitely failed", async () => {
		rig.answers(422, { path: `/conversation/${ids[0]}/note` });
		const run = { asTool: true, call: {}, executeData: { data: {}, node: helpdeskNode({}), source: null } };
		const tool = { conversationId: byId(ids[0]!), message: 'seen again' };
		await expect(rig.tries('message.addNote', tool, { ...run, runIndex: 0 })()).rejects.toThrow('refused a value');
		await rig.tries('message.addNote', tool, { ...run, runIndex: 1 })();
		expect(sent('/note')).toHaveLength(2);
	});

	it('a node without Retry On Fail keeps no outputs', async () => {
		const once = rig.tries('message.addNote', note, { items: items(), retryOnFail: false });
		await once();
		await once();
		expect(timesEach()).toEqual(ids.map(() => 2));
	});

	it('kept outputs are freed after the run', async () => {
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

describe('a later item whose expression fails', () => {
	const rig = useNodeRig();

	const items = () =>
		rig
			.ids()
			.slice(0, 10)
			.map((id, n) => ({ json: { id, n } }));
	const note = {
		conversationId: byId('={{ $json.id }}'),
		message: '={{ $json.n === 5 ? $("Nowhere").first().json.x : "seen" }}',
	};
	/** Counts notes after later runs, because n8n does not wait for requests of the failed run. */
	const notes = async () => {
		for (let later = 0; later < 5; later += 1)
			await rig.run('conversation.get', { conversationId: byId(items()[0]!.json.id as string) });
		return rig.requests().filter(({ method }) => method === 'POST').length;
	};

	it('with "stop", no item is sent at all', async () => {
		await rig.failure('message.addNote', note, { items: items() });
		expect(await notes()).toBe(0);
	});

	it('with "continue", the other items are sent', async () => {
		await rig.run('message.addNote', note, { items: items(), onError: 'continueRegularOutput' });
		expect(await notes()).toBe(9);
	});

	it('with "stop" and a pause between batches, a batch does not wait for later ones', async () => {
		const parameters = {
			...note,
			message: 'seen',
			requestOptions: { batching: { batch: { batchSize: 3, batchInterval: 20 } } },
		};
		await rig.run('message.addNote', parameters, { items: items() });
		expect(await notes()).toBe(10);
	});

	it('with "stop" and a pause between batches, the next attempt repeats no sent item', async () => {
		const batching = { batch: { batchSize: 3, batchInterval: 20 } };
		const once = rig.tries('message.addNote', { ...note, requestOptions: { batching } }, { items: items() });
		await expect(once()).rejects.toThrow();
		await expect(once()).rejects.toThrow();
		const answered = () => rig.requests().filter(({ method, status }) => method === 'POST' && status !== null);
		while (answered().length < 5) await sleep(10);
		expect(await notes()).toBe(5);
		expect(new Set(answered().map(({ path }) => path)).size).toBe(5);
	});
});
