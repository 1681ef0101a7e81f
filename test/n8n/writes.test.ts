import type { IDataObject } from 'n8n-workflow';

import { itemsOf, type Execution } from '../../tools/n8n/client';
import {
	helpdeskCredential,
	withAll,
	withCredential,
	withSchedule,
	type SavedCredential,
	type WorkflowInput,
} from '../../tools/n8n/workflow';
import { byId } from '../support/locator';
import { threads } from '../support/sandboxRecords';
import { switchedOn, useRig } from './support/n8n';
import { chain, helpdesk, httpRequest, notesOf, readExample, type Link } from './support/workflows';

const rig = useRig();
beforeEach(() => rig.sandbox.reset());

const writes = () =>
	rig.sandbox
		.requests()
		.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/inboxes/'))
		.map(({ method, path, body }) => ({ method, path, body }));
const here = () => ({ conversationId: byId(threads(rig.sandbox, 1)[0]!.record.id) });
const run = async (links: Link[], items: IDataObject[] = [{}], credential: SavedCredential = rig.credential) =>
	await rig.run(withCredential(chain('Writes', items, links), credential));
const jsonOf = (execution: Execution, node: string) => itemsOf(execution, node).map(({ json }) => json);
const active = () =>
	[...rig.sandbox.store.conversations.values()]
		.filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Active')
		.map(({ record }) => record.id);
const onceEach = (ids: string[]) => new Map([...ids].sort().map((id) => [id, 1]));
const sortedNotes = () => new Map([...notesOf(rig.sandbox)].sort());

it('a Read Only credential sends reads but no writes, also in the HTTP Request node', async () => {
	const { data, type } = helpdeskCredential(rig.sandbox.baseUrl, rig.sandbox.tokens.personal);
	const readOnly = await rig.client.createCredential({
		name: 'Only to look',
		type,
		data: { ...data, readOnly: true },
	});
	const goOn = { onError: 'continueRegularOutput' } as const;
	const execution = await run(
		[
			helpdesk('Get', 'conversation.get', here()),
			helpdesk('Note', 'message.addNote', { ...here(), message: 'Hello' }, goOn),
			httpRequest(
				'By HTTP',
				readOnly,
				{ method: 'POST', url: `${rig.sandbox.baseUrl}/conversation/any/note` },
				goOn,
			),
		],
		[{}],
		readOnly,
	);
	expect(jsonOf(execution, 'Get')).toHaveLength(1);
	// n8n does not show the credential's name to its own nodes.
	for (const [name, words] of [
		['Note', /credential .*Only to look.* is for reading only/],
		['By HTTP', /is for reading only/],
	] as const)
		expect([name, JSON.stringify(jsonOf(execution, name)[0]!.error)]).toEqual([name, expect.stringMatching(words)]);
	expect(rig.sandbox.requests()).toHaveLength(1);
});

it('with Retry On Fail every note is written once, even if the response was lost', async () => {
	const ids = active().slice(0, 5);
	rig.sandbox.fault({ kind: 'status', status: 500, path: `/conversation/${ids[0]}/note`, times: 0 });
	const retries = { retryOnFail: true, maxTries: 5, waitBetweenTries: 20, onError: 'continueRegularOutput' } as const;
	const note = helpdesk(
		'Note',
		'message.addNote',
		{ conversationId: byId('={{ $json.id }}'), message: 'seen' },
		retries,
	);
	await run(
		[note],
		ids.map((id) => ({ id })),
	);
	expect(writes().map(({ path }) => path.split('/')[2])).toEqual(ids);
});

/** Runs a workflow every second until `holds` is true for the number of started executions. */
const onSchedule = async (input: WorkflowInput, holds: (begun: number) => boolean) => {
	const scheduled = withSchedule(withCredential(withAll(input), rig.credential), {
		field: 'seconds',
		secondsInterval: 1,
	});
	const executions = await switchedOn(rig.client, scheduled, holds);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	return executions;
};

it('Only Once Per writes one note per conversation over several executions', async () => {
	const example = await readExample('only-once');
	const [, schedule, , get, , , , write] = example.nodes;
	const connect = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const connections = { [schedule!.name]: connect(get!.name), [get!.name]: connect(write!.name) };
	await onSchedule({ ...example, nodes: [schedule!, get!, write!], connections }, (begun) => begun >= 3);
	expect(sortedNotes()).toEqual(onceEach(active()));
});

it('the example with Remove Duplicates writes one note per conversation, even if a run overlaps the next', async () => {
	// A run takes longer than the second until the next one begins.
	rig.sandbox.fault({ kind: 'slow', ms: 1_500, times: 0 });
	const executions = await onSchedule(await readExample('only-once'), (begun) => begun >= 4);
	const spans = executions.map(({ data }) => {
		const all = Object.values(data.resultData.runData).flat();
		const from = Math.min(...all.map(({ startTime }) => startTime));
		return { from, to: Math.max(...all.map(({ startTime, executionTime }) => startTime + executionTime)) };
	});
	spans.sort((one, other) => one.from - other.from);
	expect(spans.some(({ from }, index) => index > 0 && from < spans[index - 1]!.to)).toBe(true);
	expect(sortedNotes()).toEqual(onceEach(active()));
});

it('the example with Remove Duplicates shows the failed note and continues', async () => {
	rig.sandbox.fault({ kind: 'status', status: 422, method: 'POST', path: '/conversation/*/note', skip: 2 });
	const execution = await rig.run(withCredential(withAll(await readExample('only-once')), rig.credential));
	expect(execution).toMatchObject({ status: 'success' });
	expect(itemsOf(execution, 'Look at these')).toHaveLength(1);
	expect(notesOf(rig.sandbox).size).toBe(active().length - 1);
});
