import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { pleasantWorld } from '../../../contract/worlds';
import { countingPage, startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { chosenWorld } from '../../../sandbox/chosenWorld';
import { useNodeRig } from '../../support/nodeRig';
import { byExample, exampleText } from './support/checks';
import { plant } from '../../support/plant';
import { shapeOf } from '../../../tools/service/shape';

type Answers = Parameters<typeof startAnsweringHelpdesk>[0];

async function check(answers: Answers) {
	const helpdesk = await startAnsweringHelpdesk(answers);
	const checked = await byExample(helpdesk).finally(helpdesk.close);
	return { ...checked, requests: helpdesk.requests };
}

const AT = '2026-11-20T09:00:00.000000Z';
const contact = { id: 'c1', name: 'Kim Reader', email: 'kim@customer.test' };
const page = (data: object[]) => countingPage(data, '');
const conversation = (id: string, fields: object) => ({
	id,
	inbox_id: 'i1',
	status: 'Active',
	created_at: AT,
	contact,
	...fields,
});

/** Answers for /me, a page of a list and a thread, in the forms of public clients. */
const byClass: IDataObject = {
	'/me': { user: { id: 'u1', name: 'Ada' }, company: { id: 'o1' }, inboxes: ['i1'] },
	'/inboxes/i1': page([
		conversation('1', {
			messages_count: 4,
			last_message_by: 'App\\Models\\User',
			last_message: { record_type: 'Note', direction: null },
		}),
		conversation('2', {
			is_draft: true,
			last_message_by: 'App\\Models\\Contact',
			last_message: { record_type: 'Email', direction: null },
		}),
		conversation('3', {
			last_message_by: 'App\\Models\\Robot',
			last_message: { record_type: 'Email', direction: null },
		}),
	]),
	'/conversation/1/messages': {
		data: conversation('1', {
			events: [
				{
					id: 'e1',
					action: 'started',
					actor_type: 'App\\Models\\Contact',
					event: { record_type: 'Email', html_body: 'a' },
					created_at: AT,
				},
				{ id: 'e2', action: 'status_updated', actor_type: 'App\\Models\\User', event: null, created_at: AT },
				{
					id: 'e3',
					action: 'replied',
					actor_type: 'App\\Models\\User',
					event: { record_type: 'Email', html_body: 'b' },
					created_at: AT,
				},
				{
					id: 'e4',
					action: 'replied',
					actor_type: 'App\\Models\\Robot',
					event: { record_type: 'Draft', html_body: 'c' },
					created_at: AT,
				},
			],
		}),
	},
};

/** A helpdesk with the simple forms that the specification suggests. */
const plain: IDataObject = {
	'/me': { data: { id: 'u1', name: 'Ada' } },
	'/inboxes': { data: [{ id: 'i1', name: 'Support' }] },
	'/inboxes/i1': page([conversation('1', { last_message_by: 'contact', last_message: { direction: 'inbound' } })]),
	'/conversation/1/messages': {
		data: [{ id: 'e1', event: { direction: 'outbound', status: 'draft', html_body: 'a' }, created_at: AT }],
	},
	'/conversation/1': { data: conversation('1', {}) },
};

const missing = { status: 404, body: { message: 'Not found.' } };

const from =
	(bodies: IDataObject, otherwise: ReturnType<Answers> = missing): Answers =>
	({ path }) =>
		bodies[path] === undefined ? otherwise : { body: bodies[path] };

const RATE = { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0', 'retry-after': '1' };

describe('the example "Check my helpdesk"', () => {
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
	])(
		'recognizes writers, drafts, threads and the user in the forms %s, and writes nothing',
		async (_title, bodies, findings) => {
			const { report, requests } = await check(from(bodies));
			expect(report.findings).toMatchObject(findings);
			expect(
				requests.filter(({ method, path }) => method !== 'GET' && !['/search', '/inboxes/i1'].includes(path)),
			).toEqual([]);
		},
	);

	const failing = { status: 500, body: { message: 'Server Error' } };
	const throttled = { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Too Many Attempts.' } };

	it.each([
		['every endpoint answers 500', {}, failing],
		['every endpoint except the lists answers 500', byClass, failing],
		['every endpoint answers 429', {}, throttled],
	])('sends at most 60 requests, attempts included, if %s', async (_title, bodies, otherwise) => {
		const { requests, report } = await check(from(bodies, otherwise));
		expect(requests.length).toBeLessThanOrEqual(60);
		expect(requests.length).toBeGreaterThan(8);
		expect([report.requests, report.findings.messagesForm!.value]).toEqual([
			requests.length,
			bodies === byClass ? 'events' : undefined,
		]);
	});

	const html = { body: '<html>', headers: { 'content-type': 'text/html' } };
	const nothing: IDataObject = Object.fromEntries(Object.keys(plain).map((path) => [path, undefined]));
	const directions = {
		data: ['INBOUND', 'inbound'].map((direction) => ({
			id: direction,
			event: { direction, html_body: 'a' },
			created_at: AT,
		})),
	};

	it.each([
		['a web page as a form of records', 'singleRecord', undefined, {}, html],
		['an empty answer as a form of records', 'singleRecord', undefined, {}, { status: 204 }],
		['a web page as a form of lists', 'wholeLists', undefined, { '/inboxes': '<html>' }, html],
		['a bare list as a list in "data"', 'wholeLists', 'another form', { '/inboxes': [{ id: 'i1' }] }, missing],
		[
			'a list with links as a whole list',
			'wholeLists',
			'pages',
			{ '/inboxes': { data: [{ id: 'i1' }], links: { next: 'http://more' } } },
			missing,
		],
		[
			'an unknown word as a known direction',
			'directionWords',
			'another word (1), lowerCase (1)',
			{ '/conversation/1/messages': directions },
			missing,
		],
		[
			'unknown texts as names of tags',
			'tagsInList',
			'other texts',
			{ '/inboxes/i1': page([conversation('1', { tags: ['t1'] })]) },
			missing,
		],
		[
			'rate headers that only throttled answers have',
			'rateHeaders',
			undefined,
			nothing,
			{ ...throttled, headers: RATE },
		],
	])('does not misreport %s', async (_title, name, value, bodies, otherwise) => {
		const { report } = await check(from({ ...plain, ...bodies, '/conversation/1': undefined }, otherwise));
		expect([report.findings[name]!.state, report.findings[name]!.value]).toEqual([
			value ? 'seen' : 'not seen',
			value,
		]);
	});
});

it.each([
	['the token is refused', { status: 401, body: { message: 'Unauthenticated.' } }, 'did not accept the token'],
	['the answer is a web page', { body: '<html>', headers: { 'content-type': 'text/html' } }, 'No data came'],
])('the example stops after one request with a reason if %s', async (_title, answer, words) => {
	let sent = 0;
	await expect(check(() => ((sent += 1), answer))).rejects.toThrow(words);
	expect(sent).toBe(1);
});

describe('in the simulated helpdesk', () => {
	const rig = useNodeRig({ conversations: 240 });

	it('the report has a finding for each question and endpoint', async () => {
		const { report, rows } = await byExample(rig);
		expect(rows).toHaveLength(Object.keys(report.findings).length + Object.keys(report.endpoints).length);
		const notSeen = Object.keys(report.findings).filter((name) => report.findings[name]!.state === 'not seen');
		expect(notSeen).toEqual(['newestGoesBy', 'rateHeaders']);
		expect(rig.requests().length).toBeLessThanOrEqual(60);
	});

	it('the simulated helpdesk can start from the report, with --world', async () => {
		rig.sandbox.reset({ world: { singleRecord: 'bare', provisionalEndpoints: 'some' } });
		const file = join(mkdtempSync(join(tmpdir(), 'helpdesk-check-')), 'helpdesk-report.json');
		writeFileSync(file, JSON.stringify((await byExample(rig)).report));
		const { world, missing } = chosenWorld(file);
		expect({ ...pleasantWorld, ...world }).toEqual({ ...pleasantWorld, singleRecord: 'bare' });
		expect([missing.includes('listSavedReplies'), missing.includes('listInboxes')]).toEqual([true, false]);
	});

	it('the report contains no text, name, address, ID or token', async () => {
		rig.sandbox.reset({ world: pleasantWorld });
		const planted = plant(rig.sandbox.store);
		const { report, rows } = await byExample(rig);
		const { conversations, contacts, tags, inboxes, teammates } = rig.sandbox.store;
		const ids = [conversations, contacts, tags, inboxes, teammates].flatMap((records) => [...records.keys()]);
		expect([planted.fields.size > 40, planted.words.length > 5_000]).toEqual([true, true]);
		const secrets = [
			...planted.words,
			...ids,
			rig.sandbox.tokens.personal,
			'127.0.0.1',
			new URL(rig.sandbox.baseUrl).port,
		];
		const shown = JSON.stringify([report, rows]);
		expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
		expect(report.findings.statusWords!.value).toMatch(/^\d+ others/);
	});
});

it('the example asks the same questions as the project: otherwise run "npm run docs"', () => {
	const options = { cwd: join(__dirname, '../../..'), encoding: 'utf8' } as const;
	const { stdout } = spawnSync(
		process.execPath,
		['--import', 'tsx', 'tools/docs/checkExample.ts', '--print'],
		options,
	);
	expect(stdout === exampleText).toBe(true);
});

it('--world refuses a file that is not a report', () => {
	expect(() => chosenWorld('nothing.json')).toThrow(
		'--world nothing.json: there is no such file, and it is no number of a world',
	);
	expect(() => chosenWorld(join(__dirname, '../../../package.json'))).toThrow(
		'it is no report of the example "Check my helpdesk"',
	);
});

it('reports the form of a response by field names of the API and types, without content', () => {
	expect(shapeOf({ data: { id: 1, meta: { page: 1 }, 'anna@x.example': 'secret' }, total: null, ok: [1, 2] })).toBe(
		'{data: {id: number, meta: object, ?: string}, total: null, ?: list of 2}',
	);
	expect(shapeOf(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`n${at}`, 1]))).split(',')).toHaveLength(
		12,
	);
	expect([shapeOf('secret'), shapeOf(undefined)]).toEqual(['string', 'undefined']);
});
