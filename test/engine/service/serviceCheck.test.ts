import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { pleasantWorld } from '../../../contract/worlds';
import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { useNodeRig } from '../../support/nodeRig';
import { byCommand, byExample, exampleText, ways } from './support/checks';
import { plant } from '../../support/plant';

type Answers = Parameters<typeof startAnsweringHelpdesk>[0];

/** Checks a helpdesk of which the test makes every answer. */
async function check(way: (typeof ways)[number][1], answers: Answers) {
	const helpdesk = await startAnsweringHelpdesk(answers);
	const { baseUrl, accessToken } = helpdesk.credential;
	const checked = await way({ ...helpdesk, baseUrl, token: accessToken }).finally(helpdesk.close);
	return { ...checked, requests: helpdesk.requests };
}

const AT = '2026-11-20T09:00:00.000000Z';
const contact = { id: 'c1', name: 'Kim Reader', email: 'kim@customer.test' };
const page = (data: object[]) => ({ data, links: { next: null }, meta: { current_page: 1, last_page: 1, per_page: 100, total: data.length } });
const conversation = (id: string, fields: object) => ({ id, inbox_id: 'i1', status: 'Active', created_at: AT, contact, ...fields });

/** A helpdesk in the forms of public clients. */
const byClass: IDataObject = {
	'/me': { user: { id: 'u1', name: 'Ada' }, company: { id: 'o1' } },
	'/inboxes': { data: [{ id: 'i1', name: 'Support' }] },
	'/inboxes/i1': page([
		conversation('1', { messages_count: 4, last_message_by: 'App\\Models\\User', last_message: { record_type: 'Note', direction: null } }),
		conversation('2', { is_draft: true, last_message_by: 'App\\Models\\Contact', last_message: { record_type: 'Email', direction: null } }),
		conversation('3', { last_message_by: 'App\\Models\\Robot', last_message: { record_type: 'Email', direction: null } }),
	]),
	'/conversation/1/messages': {
		data: conversation('1', {
			events: [
				{ id: 'e1', action: 'started', actor_type: 'App\\Models\\Contact', event: { record_type: 'Email', html_body: 'a' }, created_at: AT },
				{ id: 'e2', action: 'status_updated', actor_type: 'App\\Models\\User', event: null, created_at: AT },
				{ id: 'e3', action: 'replied', actor_type: 'App\\Models\\User', event: { record_type: 'Email', html_body: 'b' }, created_at: AT },
				{ id: 'e4', action: 'replied', actor_type: 'App\\Models\\Robot', event: { record_type: 'Draft', html_body: 'c' }, created_at: AT },
			],
		}),
	},
	'/conversation/1': { data: conversation('1', { events: [] }) },
};

/** A helpdesk in the plain forms that the specification suggests. */
const plain: IDataObject = {
	'/me': { data: { id: 'u1', name: 'Ada' } },
	'/inboxes': { data: [{ id: 'i1', name: 'Support' }] },
	'/inboxes/i1': page([conversation('1', { last_message_by: 'contact', last_message: { direction: 'inbound' } })]),
	'/conversation/1/messages': { data: [{ id: 'e1', event: { direction: 'outbound', status: 'draft', html_body: 'a' }, created_at: AT }] },
	'/conversation/1': { data: conversation('1', {}) },
};

const from =
	(bodies: IDataObject, otherwise: ReturnType<Answers> = { status: 404, body: { message: 'Not found.' } }): Answers =>
	({ path }) =>
		path in bodies ? { body: bodies[path] } : otherwise;

describe.each(ways)('%s', (_, way) => {
	it.each([
		[
			'of public clients',
			byClass,
			{
				writersInThread: { value: 'class name in actor_type', read: 'writers known: 2 of 3' },
				writersInList: { value: 'class name in last_message_by', read: 'writers known: 2 of 3' },
				drafts: { value: 'is_draft of the conversation, record_type', read: 'drafts known in threads: 1 of 1' },
				typeNames: { value: 'className' },
				lastMessageKinds: { value: 'all' },
				messagesForm: { value: 'events', read: 'answers read: 1 of 1' },
				currentUser: { value: 'inUser', read: 'answers read: 1 of 1' },
			},
		],
		[
			'that the specification suggests',
			plain,
			{
				writersInThread: { value: 'direction', read: 'writers known: 1 of 1' },
				writersInList: { value: 'direction, word in last_message_by', read: 'writers known: 1 of 1' },
				drafts: { value: 'status', read: 'drafts known in threads: 1 of 1' },
				messagesForm: { value: 'data', read: 'answers read: 1 of 1' },
				currentUser: { value: 'record', read: 'answers read: 1 of 1' },
			},
		],
	])('settles writers, drafts, threads and the user in the forms %s, and writes nothing', async (_title, bodies, findings) => {
		const { report, requests } = await check(way, from(bodies));
		expect(report.findings).toMatchObject(findings);
		expect(report.findings.savedContact).toMatchObject({ state: 'not seen', where: expect.stringContaining('--try-writes-on') });
		expect(requests.filter(({ method, path }) => method !== 'GET' && !['/search', '/inboxes/i1'].includes(path))).toEqual([]);
	});

	it.each([
		['every endpoint', {}],
		['every endpoint but the lists', byClass],
	])('sends at most 60 requests, attempts included, if %s answers 500', async (_title, bodies) => {
		const { requests } = await check(way, from(bodies, { status: 500, body: { message: 'Server Error' } }));
		expect(requests.length).toBeLessThanOrEqual(60);
		expect(requests.length).toBeGreaterThan(8);
	});
});

it.each([
	['the token is refused', { status: 401, body: { message: 'Unauthenticated.' } }, 'did not accept the token'],
	['a web page comes', { body: '<html>', headers: { 'content-type': 'text/html' } }, 'No data came'],
])('stops after one request with a reason if %s', async (_title, answer, words) => {
	let sent = 0;
	await expect(check(byCommand, () => ((sent += 1), answer))).rejects.toThrow(words);
	expect(sent).toBe(1);
});

describe('in the simulated helpdesk', () => {
	const rig = useNodeRig({ conversations: 240 });
	const helpdesk = () => ({ ...rig, baseUrl: rig.sandbox.baseUrl, token: rig.sandbox.tokens.personal });

	it('the command and the example find the same', async () => {
		const { report, rows } = await byExample(helpdesk());
		const { day } = report;
		expect({ ...(await byCommand(helpdesk())).report, day }).toEqual(report);
		expect(rows).toHaveLength(Object.keys(report.findings).length + Object.keys(report.endpoints).length);
		const notSeen = Object.keys(report.findings).filter((name) => report.findings[name]!.state === 'not seen');
		expect(notSeen).toEqual(['savedContact', 'newestGoesBy', 'rateHeaders']);
		expect(rig.sandbox.requests().length).toBeLessThanOrEqual(120);
	});

	it.each(ways)('%s: a report has no text, name, address, ID or token', async (_, way) => {
		rig.sandbox.reset({ world: pleasantWorld });
		const planted = plant(rig.sandbox.store);
		const { report, rows } = await way(helpdesk());
		const { conversations, contacts, tags, inboxes, teammates } = rig.sandbox.store;
		const ids = [conversations, contacts, tags, inboxes, teammates].flatMap((records) => [...records.keys()]);
		expect([planted.fields.size > 40, planted.words.length > 5_000]).toEqual([true, true]);
		const secrets = [...planted.words, ...ids, rig.sandbox.tokens.personal, '127.0.0.1', new URL(rig.sandbox.baseUrl).port];
		const told = JSON.stringify([report, rows]);
		expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
		expect(report.findings.statusWords!.value).toMatch(/^\d+ others/);
	});
});

it('the example has the questions of the project: run "npm run docs" if not', () => {
	const options = { cwd: join(__dirname, '../../..'), encoding: 'utf8' } as const;
	const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/docs/checkExample.ts', '--print'], options);
	expect(stdout === exampleText).toBe(true);
});
