import { createConversation } from '../../../sandbox/newConversation';
import { drawWorld, factNames, type Fact, type World } from '../../../contract/worlds';
import { freshSeed } from '../../engine/worlds/support/inWorlds';
import { readHelpdesk } from '../../../tools/service/read';
import type { Ask } from '../../../tools/service/reading';
import type { Rig } from '../../support/transport';
import { check, startChecks } from './support/check';

let rig: Rig;
beforeAll(async () => (rig = await startChecks()));
afterAll(async () => await rig.sandbox.close());

const found = async (world: Partial<World>, happens: () => void) => {
	rig.sandbox.reset({ world });
	happens();
	return await check(rig);
};

describe('what is seen by chance', () => {
	it.each(['seconds', 'date'] as const)('is the form of Retry-After where somebody else used up the limit (%s)', async (retryAfter) => {
		const others = () => rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 2, times: 1, skip: 5 });
		const { report } = await found({ retryAfter }, others);
		expect(report.facts.retryAfter).toMatchObject({ state: 'shown', value: retryAfter });
		expect(report.headers.retryAfter).toBe(retryAfter);
	});

	it.each(['headerAndBody', 'header', 'body', 'nested', 'absent'] as const)(
		'is where an internal error has its request id (%s)',
		async (requestIdPlace) => {
			const breaks = () => rig.sandbox.fault({ kind: 'status', status: 500, times: 1, skip: 5 });
			const { report } = await found({ requestIdPlace }, breaks);
			expect(report.facts.requestIdPlace).toMatchObject({ state: 'shown', value: requestIdPlace });
		},
	);

	it('is that conversations are listed at once, where one has just begun', async () => {
		const contactId = () => rig.sandbox.store.contactsOf('org_acme')[0]!.id;
		const begins = () =>
			void createConversation(rig.sandbox.store, { inboxId: 'inbox_support', contactId: contactId(), subject: 'Now', html: 'Now' });
		expect((await found({ lateVisibility: 'none' }, begins)).report.facts.lateVisibility).toMatchObject({ state: 'shown', value: 'none' });
		expect((await found({ lateVisibility: 'seconds30' }, begins)).report.facts.lateVisibility.state).toBe('not shown by what was read');
	});
});

it('a helpdesk that begins to fail is asked no more than the budget, each attempt counted', async () => {
	const { report, log } = await found({}, () => rig.sandbox.fault({ kind: 'status', status: 500, times: 0, skip: 10 }));
	expect([log.length, report.requests]).toEqual([60, 60]);
	expect(report.facts.idType).toMatchObject({ state: 'shown', value: 'text' });
});

describe('what was not seen is not claimed', () => {
	const state = async (world: Partial<World>, fact: Fact, happens: () => void = () => undefined) =>
		(await found(world, happens)).report.facts[fact].state;

	it('of the order of equal times, where none are equal, nor of newest, where all times fall in one order', async () => {
		expect(await state({ ties: 'stable' }, 'ties')).toBe('not shown by what was read');
		expect(await state({ newestGoesBy: 'created' }, 'newestGoesBy')).toBe('not shown by what was read');
	});

	it('of the statuses, where a conversation that is not on the page has another one', async () => {
		const one = () => {
			const { store } = rig.sandbox;
			for (const { record } of store.conversations.values()) record.status = 'Active';
			store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').at(-1)!.record.status = 'On hold';
			store.version += 1;
		};
		expect(await state({ statuses: 'more', pageSize: 'clamp20' }, 'statuses', one)).toBe('not shown by what was read');
	});

	it('in a helpdesk with hardly anything in it', async () => {
		const [wrong, from] = [[] as string[], freshSeed()];
		let shown = 0;
		for (let seed = from; seed < from + 14; seed += 1) {
			const world = drawWorld(seed);
			rig.sandbox.reset({ world, seed, conversations: seed % 14 });
			const { report } = await check(rig);
			for (const fact of factNames) {
				const { state: said, value } = report.facts[fact];
				if (said === 'shown') shown += 1;
				if (said === 'shown' && value !== world[fact])
					wrong.push(`${fact} is ${world[fact]}, was found ${value} (HELPDESK_WORLDS_SEED=${seed})`);
			}
		}
		expect([wrong, shown > 14 * 10]).toEqual([[], true]);
	});
});

it('a token of the partner class is refused by some endpoints, which are told from those that are missing', async () => {
	rig.sandbox.reset();
	const { report } = await check(rig, rig.sandbox.tokens.partner);
	expect(report.endpoints.listAutomations).toEqual({ state: 'refused', status: 403 });
	expect(report.facts.idType).toMatchObject({ state: 'shown', value: 'text' });
});

it('an endpoint is missing where its answer can mean nothing else; a neighbour that is not found may only not be there', async () => {
	rig.sandbox.reset();
	const answers = { '/saved-replies': 404, '/settings/tags': 405, '/settings/users': 422, '/conversation/*/next': 404 };
	for (const [path, status] of Object.entries(answers)) rig.sandbox.fault({ kind: 'status', path, status, times: 0 });
	const { report } = await check(rig);
	const { listSavedReplies, listTags, listUsers, getNextConversation, createTag } = report.endpoints;
	expect([listSavedReplies, listTags, listUsers, getNextConversation, createTag]).toEqual([
		{ state: 'missing', status: 404 },
		{ state: 'missing', status: 405 },
		{ state: 'unclear', status: 422 },
		{ state: 'unclear', status: 404 },
		{ state: 'not asked' },
	]);
	expect(report.facts.provisionalEndpoints).toMatchObject({ value: 'some', because: expect.stringMatching(/^\d+ of \d+/) });
});

it('a question that would write is stopped before the wire', async () => {
	const { sandbox, clock } = rig;
	sandbox.reset();
	const plan = async (ask: Ask) => void (await ask({ operationId: 'createContact', body: { email: 'new@example.com' } }));
	const reading = readHelpdesk({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.personal, clock, plan });
	await expect(reading).rejects.toThrow('is for reading only');
	expect(sandbox.requests()).toEqual([]);
});
