import type { IDataObject, INode } from 'n8n-workflow';

import { counts, hashOf, KEPT_MINUTES, KeyStore, minuteOf, NodeKeys, type KeyContext, type UsedKeys } from '../../../nodes/Helpdesk/run/once/keys';

const NOW = Date.UTC(2026, 2, 2);
const MINUTE = 60_000;

/** What n8n gives an execution of a node. */
interface Execution {
	mode?: string;
	workflow?: string;
	node?: string;
	saved?: IDataObject;
	known?: IDataObject;
}
const keysOf = (store: KeyStore, { mode = 'trigger', workflow = 'w', node = 'n', saved = {}, known = {} }: Execution, now = NOW) => {
	const context = {
		getContext: (type: string) => (type === 'node' ? known : {}),
		getMode: () => mode,
		getWorkflow: () => ({ id: workflow }),
		getWorkflowStaticData: (type: string) => (type === 'node' ? saved : {}),
	} as unknown as KeyContext;
	return store.keysOf(context, { id: node } as INode, now);
};

describe('the store of keys', () => {
	it('tells nodes apart by their workflow and their ID', () => {
		const store = new KeyStore();
		keysOf(store, {}).add('k');
		expect(keysOf(store, {}).node).toBe('w n');
		expect([{}, { node: 'm' }, { workflow: 'v' }].map((each) => keysOf(store, each).has('k'))).toEqual([true, false, false]);
	});

	it('of a production run keeps keys in this process, in the static data and in the execution', () => {
		const [store, saved, known] = [new KeyStore(), {} as IDataObject, {} as IDataObject];
		const keys = keysOf(store, { saved, known });
		expect([keys.kept, keys.has('k')]).toEqual([true, false]);
		keys.add('k');
		keys.add('l');
		const used = { k: NOW / MINUTE, l: NOW / MINUTE };
		expect([saved, known]).toEqual([{ onlyOncePer: used }, { onlyOncePer: used }]);
		expect([keysOf(store, {}), keysOf(new KeyStore(), { saved }), keysOf(new KeyStore(), { known })].map((each) => each.has('k'))).toEqual([
			true,
			true,
			true,
		]);
	});

	it('of a run by hand keeps them in the execution alone', () => {
		const [store, saved, known] = [new KeyStore(), {} as IDataObject, {} as IDataObject];
		const keys = keysOf(store, { saved, known, mode: 'manual' });
		keys.add('k');
		expect([keys.kept, keys.has('k'), saved]).toEqual([false, true, {}]);
		expect(keysOf(store, {}).has('k')).toBe(false);
	});

	it('of an execution forgets them after 30 days as well', () => {
		const known = { onlyOncePer: { k: NOW / MINUTE - KEPT_MINUTES, l: NOW / MINUTE - KEPT_MINUTES + 1 } };
		const keys = keysOf(new KeyStore(), { known });
		expect([keys.has('k'), keys.has('l')]).toEqual([false, true]);
	});

	it('reads what was saved once in each execution', () => {
		const [store, saved] = [new KeyStore(), { onlyOncePer: { k: NOW / MINUTE } } as { onlyOncePer: UsedKeys }];
		keysOf(store, { saved: saved as never });
		saved.onlyOncePer.late = NOW / MINUTE;
		expect(keysOf(store, { saved: saved as never }).has('late')).toBe(false);
		expect(keysOf(store, { saved: { onlyOncePer: { other: NOW / MINUTE } } }).has('other')).toBe(true);
		expect(keysOf(store, {}).has('k')).toBe(true);
	});

	it('remembers 200 nodes while none of their executions is on, the last used ones', () => {
		const store = new KeyStore();
		const { recent } = store as unknown as { recent: Map<string, NodeKeys> };
		for (let n = 0; n < 200; n += 1) keysOf(store, { node: `n${n}` });
		expect(recent.size).toBe(200);
		keysOf(store, { node: 'n0' });
		for (let n = 200; n < 203; n += 1) keysOf(store, { node: `n${n}` });
		expect([recent.size, [...recent.keys()][0], [...recent.keys()].at(-4)]).toEqual([200, 'w n4', 'w n0']);
	});

	it('knows a node beyond those while one of its executions is on', () => {
		const store = new KeyStore();
		const keys = keysOf(store, { node: 'first' });
		keys.add('k');
		for (let n = 0; n < 200; n += 1) keysOf(store, { node: `n${n}` });
		expect(keysOf(store, { node: 'first' }).has('k')).toBe(true);
		expect(keys.has('k')).toBe(true);
	});

	it('lets go of the nodes whose executions are over, and of no other', () => {
		const store = new KeyStore();
		const { known } = store as unknown as { known: Map<string, Partial<WeakRef<NodeKeys>>> };
		known.set('over', { deref: () => undefined });
		known.set('on', { deref: () => new NodeKeys() });
		for (let n = 0; n < 201; n += 1) keysOf(store, { node: `n${n}` });
		expect([...known.keys()]).toEqual(['on', 'w n0']);
	});
});

it('a key counts from the minute of its use on, and a minute begins on the minute', () => {
	expect([NOW, NOW + MINUTE - 1, NOW + MINUTE].map(minuteOf)).toEqual([NOW / MINUTE, NOW / MINUTE, NOW / MINUTE + 1]);
	expect([undefined, NOW / MINUTE - KEPT_MINUTES, NOW / MINUTE - KEPT_MINUTES + 1].map((minute) => counts(minute, NOW))).toEqual([
		false,
		false,
		true,
	]);
});

it('a key is kept as the same sign in every version: what is stored stays known', () => {
	expect(hashOf('addNote POST /conversation/{conversation_id}/note', 'c1')).toBe('FEylRaCFWm7AwnHr');
});
