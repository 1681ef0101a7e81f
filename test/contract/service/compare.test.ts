import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import { contractFile } from '../../../contract/load';
import { drawWorld, factNames, pleasantWorld, type Fact, type World } from '../../../contract/worlds';
import { compareReport, type Told } from '../../../tools/compare/compareReport';
import { writeReport } from '../../../tools/compare/writeReport';
import { helpdeskOf, worldOf, type ServiceReport } from '../../../tools/service/report';
import type { Rig } from '../../support/transport';
import { check, checkWorld, startChecks } from './support/check';

const text = readFileSync(contractFile, 'utf8');
const contradicted = (told: Told[]) => told.filter(({ verdict }) => verdict === 'contradicted').map(({ what }) => what);
const compare = (contract: string, report: ServiceReport) => compareReport(parse(contract, { merge: true }), report);

let rig: Rig;
beforeAll(async () => (rig = await startChecks()));
afterAll(async () => await rig.sandbox.close());

const tenFacts: Partial<World> = {
	newestGoesBy: 'updated',
	timeFormat: 'offset',
	idType: 'number',
	pageSize: 'refuseOver50',
	messagesForm: 'wrapped',
	singleRecord: 'bare',
	tagsInList: 'names',
	statuses: 'more',
	provisionalEndpoints: 'none',
	clockSkew: 'behind5min',
};

describe('a report and the contract', () => {
	it('of the pleasant world are the same', async () => {
		const { report } = await checkWorld(rig, pleasantWorld);
		const told = compare(text, report);
		expect(contradicted(told)).toEqual([]);
		expect(told.filter(({ verdict }) => verdict === 'confirmed').length).toBeGreaterThan(50);
		expect(told.filter(({ verdict }) => verdict === 'open').map(({ what }) => what)).toEqual(
			expect.arrayContaining(['statusTransitions', 'deleteAutomations', 'retryAfterRounding']),
		);
	});

	it('contradict each other in exactly the ten facts in which a helpdesk is another', async () => {
		const { report } = await checkWorld(rig, tenFacts);
		expect(contradicted(compare(text, report)).sort()).toEqual(Object.keys(tenFacts).sort());
	});

	it.each(['updatedAt: absent', 'lastMessage: absent', 'lastMessageBy: absent', 'assigneeShape: absentWhenNone', 'messageRecord: message'])(
		'contradict each other once where a fact takes fields along (%s)',
		async (change) => {
			const [fact, value] = change.split(': ') as [Fact, string];
			const { report } = await checkWorld(rig, { [fact]: value });
			expect(contradicted(compare(text, report))).toEqual([fact]);
		},
	);

	it('contradict each other where a documented endpoint is missing, or a field of many records, or its type', async () => {
		const { report } = await checkWorld(rig, pleasantWorld);
		report.endpoints.getContact = { state: 'missing', status: 404 };
		report.endpoints.listTags = { state: 'missing', status: 404 };
		const [many, one] = [report.records['Conversation in filterConversations']!, report.records['Teammate in getUser']!];
		many.fields.subject = ['number', 'string'];
		many.missing.push('excerpt');
		one.missing.push('phone');
		expect(contradicted(compare(text, report))).toEqual([
			'GET /contacts/{contact_id}',
			'Conversation in filterConversations, excerpt',
			'Conversation in filterConversations, subject',
		]);
	});

	it('are the same after the report was written into the contract, which changes those lines alone', async () => {
		const { report } = await checkWorld(rig, drawWorld(5), 5);
		const written = writeReport(text, report);
		expect(contradicted(compare(text, report)).length).toBeGreaterThan(5);
		expect(contradicted(compare(written, report))).toEqual([]);
		expect(writeReport(written, report)).toBe(written);
		const shown = factNames.filter((fact) => report.facts[fact].state === 'shown');
		expect(written.match(/^ {4}shown: \w+$/gm)).toHaveLength(shown.length);
		const before = written.replace(/\n {4}shown: \w+$/gm, '').replaceAll('x-provenance: confirmed', 'x-provenance: provisional');
		expect(before).toBe(text);
	});

	it('make an endpoint that answers a confirmed one, and leave what does not answer as it is', async () => {
		const { report } = await checkWorld(rig, { provisionalEndpoints: 'some' });
		const paths = (contract: string) => parse(contract, { merge: true }).paths as Record<string, Record<string, Record<string, unknown>>>;
		const written = paths(writeReport(text, report));
		expect(written['/inboxes']!.get!['x-provenance']).toBe('confirmed');
		expect(written['/saved-replies']!.get!['x-provenance']).toBe('provisional');
		expect(written['/me']!.get!['x-provenance']).toBe('documented');
		expect(written['/settings/tags']!.post!['x-provenance']).toBe('provisional');
	});

	it('a second report takes the place of the first where it shows something else', async () => {
		const first = (await checkWorld(rig, { idType: 'number' })).report;
		const second = (await checkWorld(rig, { idType: 'text' })).report;
		const written = writeReport(text, first);
		expect(contradicted(compare(written, second))).toEqual(['idType']);
		expect(writeReport(written, second)).toBe(writeReport(text, second));
	});
});

it('the world of a report is that of its helpdesk, as far as it was shown', async () => {
	const world = drawWorld(11);
	const { report } = await checkWorld(rig, world, 11);
	const found = worldOf(report);
	for (const fact of factNames)
		expect([fact, found[fact]]).toEqual([fact, report.facts[fact].state === 'shown' ? world[fact] : pleasantWorld[fact]]);
});

it('a helpdesk that is started from a report lacks the same endpoints, one by one, and gives the same report', async () => {
	const { report } = await checkWorld(rig, { provisionalEndpoints: 'some', singleRecord: 'bare' });
	const { world, missing } = helpdeskOf({ ...report, endpoints: { ...report.endpoints, listInboxes: { state: 'missing', status: 404 } } });
	rig.sandbox.reset({ world, missing });
	const again = (await check(rig)).report;
	expect(again.endpoints.listInboxes).toEqual({ state: 'missing', status: 404 });
	expect(helpdeskOf(again).missing.sort()).toEqual([...missing].sort());
	expect(missing.length).toBeGreaterThan(3);
	expect(again.facts.singleRecord).toEqual(report.facts.singleRecord);
});
