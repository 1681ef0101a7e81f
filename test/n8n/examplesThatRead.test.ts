import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { drawWorld } from '../../contract/worlds';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { createConversation } from '../../sandbox/newConversation';
import seedData from '../../sandbox/data/seed.json';
import { itemsOf, type Execution } from '../../tools/n8n/client';
import {
	withCredential,
	withParameters,
	withSchedule,
	withWebhook,
	type SavedWorkflow,
	type WorkflowInput,
} from '../../tools/n8n/workflow';
import { eventually, switchedOn, useRig } from './support/n8n';
import { McpClient } from './support/servers';
import { chain, readExample } from './support/workflows';

const world = drawWorld(12);
const [ATTACHMENT] = seedData.organizations[0]!.attachments as unknown as [{ id: string; name: string; type: string }];

const rig = useRig({ conversations: 400 });
beforeEach(() => rig.sandbox.reset());

const ready = async (name: string) => withCredential(await readExample(name), rig.credential);
const newest = () => rig.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest');
const writes = () =>
	rig.sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path));

it('download-attachment outputs the file with its name and type', async () => {
	const execution = await rig.run(await ready('download-attachment'));
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	const binary = { data: { fileName: ATTACHMENT.name, mimeType: ATTACHMENT.type } };
	expect(itemsOf(execution, 'Download the attachment')).toMatchObject([
		{ json: { id: ATTACHMENT.id }, pairedItem: { item: 0 }, binary },
	]);
});

it('check-my-helpdesk outputs its findings and a report to download, and writes nothing', async () => {
	rig.sandbox.reset({ world });
	// Replaces the example's settings, with which n8n saves no run.
	const execution = await rig.run({ ...(await ready('check-my-helpdesk')), settings: { executionOrder: 'v1' } });
	expect(execution).toMatchObject({ status: 'success', error: undefined });
	expect(itemsOf(execution, 'The report')).toMatchObject([
		{ binary: { data: { fileName: 'helpdesk-report.json' } } },
	]);
	expect(rig.sandbox.requests().length).toBeLessThanOrEqual(60);
	expect(writes()).toEqual([]);
	const rows = itemsOf(execution, 'The findings').map(({ json }) => json);
	expect(rows).toContainEqual(
		expect.objectContaining({ finding: 'How times are written', state: 'seen', value: world.timeFormat }),
	);
});

describe('nightly-export', () => {
	const files = () => readdirSync(rig.files).filter((name) => name.startsWith('conversations'));
	afterEach(() => files().forEach((file) => rmSync(join(rig.files, file))));
	/** Runs the example every two seconds. `save` switches on its last node. */
	const exporting = async (save: boolean) => {
		const text = JSON.stringify(await ready('nightly-export')).replace('/home/node/.n8n-files', rig.files);
		const example = withSchedule(JSON.parse(text) as WorkflowInput, { field: 'seconds', secondsInterval: 2 });
		return save ? { ...example, nodes: example.nodes.map((node) => ({ ...node, disabled: false })) } : example;
	};

	it('outputs the file even without a folder to save it in', async () => {
		const execution = await rig.run(await exporting(false), 'Every night at two');
		const fileName = expect.stringMatching(/^conversations-\d{4}-\d\d-\d\d\.xlsx$/) as unknown;
		expect(itemsOf(execution, 'Make an Excel file')).toMatchObject([
			{ binary: { data: { fileName, fileExtension: 'xlsx' } } },
		]);
		expect(files()).toEqual([]);
	});

	it('saves each conversation once, oldest first, with formulas as text, and leaves no copy in n8n', async () => {
		const contactId = rig.sandbox.store.contactsOf('org_acme')[0]!.id;
		createConversation(rig.sandbox.store, {
			inboxId: 'inbox_support',
			contactId,
			subject: '=1+1',
			html: '<p>Grüße 🙂</p>',
		});
		expect(await switchedOn(rig.client, await exporting(true), () => files().length > 0)).toEqual([]);
		const read = [
			{
				name: 'Read',
				type: 'n8n-nodes-base.readWriteFile',
				typeVersion: 1.1,
				parameters: { fileSelector: join(rig.files, files()[0]!) },
			},
			{
				name: 'Rows',
				type: 'n8n-nodes-base.spreadsheetFile',
				typeVersion: 2,
				parameters: { operation: 'fromFile' },
			},
		];
		const rows = itemsOf(await rig.run(chain('Read it back', [{}], read)), 'Rows').map(({ json }) => json);
		expect(rows.length).toBeGreaterThan(200);
		expect(rows.map(({ id }) => id)).toEqual(
			newest()
				.reverse()
				.map(({ record }) => record.id),
		);
		expect(rows.at(-1)).toMatchObject({ subject: '=1+1', excerpt: 'Grüße 🙂' });
	});

	it('fails and writes no file if a page cannot be read', async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: '/inboxes/inbox_support', skip: 2, times: 0 });
		const [failed] = await switchedOn(rig.client, await exporting(true), (begun) => begun > 0, { mayFail: true });
		expect(failed).toMatchObject({ status: 'error', error: expect.stringContaining('Could not') });
		expect(files()).toEqual([]);
	});
});

it('back-up saves all conversations with messages, then only changed ones', async () => {
	const files = () =>
		readdirSync(rig.files)
			.filter((name) => name.endsWith('.jsonl'))
			.sort();
	const linesOf = (file: string) =>
		readFileSync(join(rig.files, file), 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { id: string; messages: unknown[] });
	for (const each of newest().slice(20)) rig.sandbox.store.forget(each);
	const all = newest();
	const lengths = all.map(({ record, events }) => `${record.id} ${events.length}`).sort();
	const text = JSON.stringify(await ready('back-up'))
		.replace('/home/node/.n8n-files', rig.files)
		.replace('"disabled":true', '"disabled":false');
	const example = {
		...withWebhook(JSON.parse(text) as WorkflowInput, 'back-up'),
		settings: { executionOrder: 'v1' },
	};
	const workflow = await rig.client.createWorkflow(example);
	await rig.client.activate(workflow);
	const run = async (number: number) => {
		await rig.client.callWebhook('back-up');
		await eventually(async () => (await rig.client.executionIds(workflow)).length === number);
		const { status, error } = await rig.client.finished((await rig.client.executionIds(workflow))[0]!);
		return `${error ?? status}, ${files().length} files`;
	};
	// The first run fails at one conversation, saves no file, and remembers nothing.
	rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${all[3]!.record.id}/messages`, times: 0 });
	expect(await run(1)).toMatch(/^Could not .*, 0 files$/);
	rig.sandbox.clearFaults();
	expect([await run(2), await run(3)]).toEqual(['success, 1 files', 'success, 1 files']);
	receiveMessage(rig.sandbox.store, all.at(-1)!, '<p>Any news?</p>');
	// The file's name contains the second.
	await sleep(1_000);
	expect(await run(4)).toBe('success, 2 files');
	await rig.client.deactivate(workflow);
	await rig.client.deleteWorkflow(workflow);
	const [first, second] = files().map(linesOf);
	const read = first!.map(({ id, messages }) => `${id} ${messages.length}`);
	expect(read.sort()).toEqual(lengths);
	expect(second!.map(({ id }) => id)).toContain(all.at(-1)!.record.id);
	expect(JSON.stringify(second)).toContain('Any news?');
	expect(second!.length).toBeLessThan(all.length);
	files().forEach((file) => rmSync(join(rig.files, file)));
});

it("what-we-hold collects a person's conversations and mentions of their address, and only reads", async () => {
	const { store } = rig.sandbox;
	const { email } = newest()[0]!.record.contact;
	const isOwn = ({ record }: StoredConversation) => record.contact.email === email;
	const contactId = store.contactsOf('org_acme').find((contact) => contact.email !== email)!.id;
	const [mentioned] = [`Please write to ${email}.`, `Please write to x${email}`].map((subject) =>
		createConversation(store, { inboxId: 'inbox_billing', contactId, subject, html: '<p>Hi</p>' }),
	);
	const held = async (jsonOutput: string) => {
		const example = withParameters(await ready('what-we-hold'), 'Whose data?', { jsonOutput });
		// Replaces the example's settings, with which n8n saves no run.
		const execution = await rig.run({ ...example, settings: { executionOrder: 'v1' } });
		expect([execution.error, itemsOf(execution, 'The file')]).toMatchObject([
			undefined,
			[{ binary: { data: { fileName: 'what-we-hold.json' } } }],
		]);
		const { contacts, conversations } = JSON.parse(String(itemsOf(execution, 'All of it')[0]!.json.report));
		return { contacts, conversations, rows: itemsOf(execution, 'The table').map(({ json }) => json) };
	};
	const { contacts, conversations, rows } = await held(JSON.stringify({ email: email.toUpperCase() }));
	const wanted = [...store.conversations.values()].filter((each) => isOwn(each) || each === mentioned);
	expect(contacts).toMatchObject([{ email }]);
	expect(conversations.map(({ id }: { id: string }) => id).sort()).toEqual(
		wanted.map(({ record }) => record.id).sort(),
	);
	const notes = wanted.flatMap(({ events }) => events).filter(({ action }) => action === 'note');
	expect(rows.filter(({ what }) => what === 'note')).toHaveLength(notes.length);
	expect(await held('{"email": "nobody@nowhere.example"}')).toEqual({ contacts: [], conversations: [], rows: [] });
	expect(writes()).toEqual([]);
});

describe('rehearse-triage', () => {
	const table = (execution: Execution) => itemsOf(execution, 'Agreement').map(({ json }) => json);

	it('counts for each tag how often people and triage agree on the last 200 conversations, and writes nothing', async () => {
		const ruleOf = (subject: string) =>
			/urgent/i.test(subject) ? 'Urgent' : /refund|charged twice/i.test(subject) ? 'Refund' : undefined;
		const wanted: Record<string, { both: number; only_triage: number; only_people: number }> = {};
		newest()
			.slice(0, 200)
			.forEach((each, index) => {
				const would = ruleOf(each.record.subject);
				// People disagree in every third conversation.
				const given = index % 3 === 0 ? 'Bug' : would;
				each.tagIds = given ? [`tag_${given.toLowerCase()}`] : [];
				for (const tag of new Set([given, would, ...((given ?? would) ? [] : ['no tag'])])) {
					if (tag === undefined) continue;
					wanted[tag] ??= { both: 0, only_triage: 0, only_people: 0 };
					wanted[tag][given === would ? 'both' : tag === would ? 'only_triage' : 'only_people'] += 1;
				}
			});
		const execution = await rig.run(await ready('rehearse-triage'));
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		const rows = table(execution).map(({ tag, both, only_triage, only_people }) => [
			tag,
			{ both, only_triage, only_people },
		]);
		expect(Object.fromEntries(rows)).toEqual(wanted);
		expect(itemsOf(execution, 'Tag it').every(({ json }) => json.dryRun)).toBe(true);
		expect(writes()).toEqual([]);
	});

	it('reads tags as records, IDs and names, and reports a helpdesk that shows none', async () => {
		const { id } = newest()[0]!.record;
		const pinned = async (...tags: unknown[]) => {
			const json = (each: unknown) => ({ json: { id, ticket_id: 1, subject: 'URGENT', tags: each as string[] } });
			return await rig.run({ ...(await ready('rehearse-triage')), pinData: { 'With its tags': tags.map(json) } });
		};
		const execution = await pinned([{ id: 'tag_urgent', name: 'Urgent' }], ['tag_urgent'], ['Urgent'], []);
		expect(table(execution)).toEqual([
			{ tag: 'Urgent', both: 3, only_triage: 1, only_people: 0, agreement: '75 %' },
		]);
		expect((await pinned(undefined)).error).toContain(`The helpdesk does not show the tags of conversation ${id}`);
	});
});

describe('ai-tool, with a scripted assistant', () => {
	const TOKEN = 'a-secret-of-this-test';
	let workflow: SavedWorkflow;
	let mcp: McpClient;
	beforeAll(async () => {
		const bearer = await rig.client.createCredential({
			name: 'For the assistant',
			type: 'httpBearerAuth',
			data: { token: TOKEN },
		});
		const { nodes, ...rest } = await ready('ai-tool');
		const credentials = { httpBearerAuth: { id: bearer.id, name: bearer.name } };
		const own = nodes.map((node) => (node.name === 'MCP Server Trigger' ? { ...node, credentials } : node));
		workflow = await rig.client.createWorkflow({ ...rest, nodes: own });
		await rig.client.activate(workflow);
		mcp = new McpClient(`${rig.url}/mcp/helpdesk`, TOKEN);
		await mcp.connect();
	});
	afterAll(async () => {
		await rig.client.deactivate(workflow);
		await rig.client.deleteWorkflow(workflow);
	});

	it('refuses an assistant without the secret', async () => {
		await expect(new McpClient(`${rig.url}/mcp/helpdesk`).connect()).rejects.toThrow('403');
		await expect(new McpClient(`${rig.url}/mcp/helpdesk`, 'another').connect()).rejects.toThrow('403');
	});

	it('finds and reads conversations, writes a repeated note once, and returns errors as text', async () => {
		const conversation = newest().find(({ record }) => record.subject.startsWith('URGENT'))!;
		const { id } = conversation.record;
		const fields = (await mcp.tools()).map(({ name, inputSchema }) => `${name} ${inputSchema.required!.join()}`);
		expect(fields.sort()).toEqual([
			'Add_a_tag conversation,tag',
			'Find_conversations words',
			'Leave_a_note conversation,note',
			'List_conversations inbox,status',
			'Read_a_conversation conversation',
			'Set_the_priority conversation,priority',
		]);
		const [found] = (await mcp.call('Find_conversations', { words: 'URGENT' })).content;
		expect(JSON.parse(found!.text)).toContainEqual(
			expect.objectContaining({ id, subject: `| ${conversation.record.subject}` }),
		);
		const [read] = (await mcp.call('Read_a_conversation', { conversation: id })).content;
		expect(read!.text).toContain(conversation.events[0]!.message.text_body.split('\n')[0]);
		for (let call = 0; call < 2; call += 1)
			expect(
				(await mcp.call('Leave_a_note', { conversation: id, note: 'The assistant was here.' })).isError,
			).toBeFalsy();
		expect(
			conversation.events.filter(({ message }) => message.text_body === 'The assistant was here.'),
		).toHaveLength(1);
		const wrong = await mcp.call('Read_a_conversation', { conversation: 'conv_nowhere' });
		expect([wrong.isError, wrong.content[0]!.text]).toEqual([true, expect.stringContaining('not found')]);
	});
});
