import type { IDataObject } from 'n8n-workflow';

import { answering, pageOf, polled, type Answered, type Answers, type Asked } from './support/polled';

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 8) + minutes * 60_000).toISOString();
const conversation = (id: string, created: number, more: IDataObject = {}) => ({
	id,
	created_at: at(created),
	updated_at: at(created),
	last_message_created_at: at(created),
	last_message_by: 'contact',
	status: 'Active',
	assignable_id: 'user_1',
	...more,
});
const date = (minutes: number) => ({ date: new Date(at(minutes)).toUTCString() });
const DEFAULTS = { inboxIds: ['a', 'b'], options: { simplify: false } };

const testRun = (parameters: IDataObject, helpdesk: Answers) =>
	polled({ mode: 'manual', parameters: { ...DEFAULTS, ...parameters } }, answering(helpdesk));
const ids = (result: string | IDataObject[]) => (typeof result === 'string' ? result : result.map(({ id }) => id));

describe('a test run of the trigger', () => {
	const older = conversation('older', 1, {
		updated_at: at(30),
		last_message_created_at: at(20),
		last_message_by: 'user',
	});
	const middle = conversation('middle', 2, { last_message_created_at: at(25) });
	const newest = conversation('newest', 3);

	it.each([
		['Conversation Created, by creation', { event: 'conversationCreated' }, 'newest'],
		[
			'Conversation Updated, by the last update',
			{ event: 'conversationUpdated', watchFields: ['status'] },
			'older',
		],
		['Customer Message, by the last message of a contact', { event: 'customerMessage' }, 'middle'],
		['Status Changed To, by the last update', { event: 'statusChangedTo', statuses: 'Active' }, 'older'],
	])('shows the newest record of any inbox and position for %s', async (_, parameters, shown) => {
		for (const [a, b] of [
			[[older, newest], [middle]],
			[[newest, middle], [older]],
			[[], [middle, older, newest]],
		] as const)
			expect(ids(await testRun(parameters, { a: [...a], b: [...b] }).outcome())).toEqual([shown]);
	});

	it('shows one of several events with its name', async () => {
		const several = { event: ['customerMessage', 'conversationCreated'] };
		expect(await testRun(several, { a: [older] }).outcome()).toEqual([{ ...older, event: 'conversationCreated' }]);
		expect(await testRun(several, { a: [middle, newest] }).outcome()).toEqual([
			{ ...newest, event: 'conversationCreated' },
		]);
		expect(await testRun({ event: ['statusChangedTo'], statuses: 'Active' }, { a: [middle] }).outcome()).toEqual([
			{ ...middle, event: 'statusChangedTo', from: null, to: 'Active' },
		]);
		expect(await testRun({ event: 'conversationCreated' }, { a: [middle] }).outcome()).toEqual([
			{ ...middle, event: 'conversationCreated' },
		]);
	});

	it('shows all watched fields as changes', async () => {
		const record = conversation('one', 1, { priority: '', tags: [{ id: 't', name: 'T' }] });
		const changes = async (watchFields: string[]) => {
			const [item] = (await testRun(
				{ event: 'conversationUpdated', watchFields },
				{ a: [record] },
			).outcome()) as IDataObject[];
			return item!.changes;
		};
		expect(await changes(['status', 'subject', 'tags'])).toEqual({
			status: { from: null, to: 'Active' },
			subject: { from: null, to: null },
			tags: { from: null, to: ['t'] },
		});
	});

	it.each([
		['the Date header', date(125), 125],
		['this machine if there is no Date header', {}, 60],
	])('shows the longest wait by the time of %s', async (_, headers, now) => {
		const after = (minutes: number) => ({
			event: ['customerWaiting'],
			after: minutes,
			afterUnit: 'minutes',
			countedIn: 'allHours',
		});
		const answer = {
			a: { body: pageOf([newest]), headers },
			b: { body: pageOf([]), headers: now === 60 ? {} : date(10) },
		};
		expect(await testRun(after(now - 3), answer).outcome()).toEqual([
			expect.objectContaining({ event: 'customerWaiting', waiting_minutes: now - 3 }),
		]);
		expect(await testRun(after(now - 2), answer).outcome()).toBe('Nothing in the helpdesk matches yet');
	});
});

describe('the requests of a test run', () => {
	const fresh = conversation('fresh', 1);
	const created = { event: 'conversationCreated' };

	it.each([
		[100, 5, [1]],
		[50, 5, [1, 2]],
		[40, 5, [1, 2, 3]],
		[20, 2, [1, 2]],
	])(
		'read the newest 100 of an inbox: with %i per page and last page %i, pages %j',
		async (perPage, lastPage, pages) => {
			const serve = ({ display: { page } }: Asked) => ({
				body: pageOf([conversation(`p${page}`, page)], { page, lastPage, perPage }),
			});
			const run = testRun({ ...created, inboxIds: ['a'] }, { a: serve });
			expect(ids(await run.outcome())).toEqual([`p${pages.at(-1)}`]);
			expect(run.requests.map(({ display: { page } }) => page)).toEqual(pages);
			// Later pages keep the page size of the first answer.
			expect(run.requests.map(({ display }) => display.per_page)).toEqual([
				100,
				...pages.slice(1).map(() => perPage),
			]);
		},
	);

	it.each<[string, Record<string, Answered | IDataObject[]>, string | string[]]>([
		['the first of two fails', { a: { status: 404 }, b: [fresh] }, ['fresh']],
		['the last of two fails', { a: [fresh], b: { status: 500 } }, ['fresh']],
		['all fail, and the error names the first failure', { a: { status: 404 }, b: { status: 403 } }, 'not found'],
		['one fails, and then the token is refused', { a: { status: 404 }, b: { status: 401 } }, 'revoked'],
		['the token is refused, and no other inbox is read', { a: { status: 401 }, b: [fresh] }, 'revoked'],
	])('continue with the other inboxes if one fails, unless the token is refused: %s', async (_, helpdesk, shown) => {
		const result = ids(await testRun(created, helpdesk).outcome());
		if (typeof shown === 'string') expect(result).toContain(shown);
		else expect(result).toEqual(shown);
	});

	it('read the first page of contacts, and show the newest contact, or the first without times', async () => {
		const records = [{ id: 'no time' }, { id: 'k3', created_at: at(3) }, { id: 'k1', created_at: at(1) }];
		const body = pageOf(records, { page: 1, lastPage: 3, perPage: 15 });
		const run = testRun({ event: 'contactCreated' }, { '': () => ({ body }) });
		expect(ids(await run.outcome())).toEqual(['k3']);
		expect(run.requests.map(({ query }) => [query.get('page'), query.get('per_page')])).toEqual([['1', '100']]);
		const single = testRun({ event: 'contactCreated' }, { '': [{ id: 'x' }, { id: 'y' }] });
		expect(ids(await single.outcome())).toEqual(['x']);
		expect(single.requests).toHaveLength(1);
	});
});
