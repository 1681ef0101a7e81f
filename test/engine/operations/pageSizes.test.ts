import { byId } from '../../support/locator';
import { openList } from '../../support/loadOptions';
import { countingPage, startAnsweringHelpdesk, type Asked } from '../../support/answeringHelpdesk';

const records = Array.from({ length: 130 }, (_, id) => ({ id: `r${id}`, name: `N${id}` }));
const all = records.map(({ id }) => id);
const open: Array<() => Promise<unknown>> = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});

async function helpdesk(answer: (asked: Asked, size: number) => { status?: number; body?: unknown }) {
	const sizes: number[] = [];
	const started = await startAnsweringHelpdesk((asked) => {
		const { display } = asked.body === '' ? { display: undefined } : JSON.parse(asked.body);
		const query = display ? new URLSearchParams(display).toString() : asked.query;
		const size = Number(new URLSearchParams(query).get('per-page') ?? new URLSearchParams(query).get('per_page'));
		sizes.push(size);
		return answer({ ...asked, query }, size);
	});
	open.push(started.close);
	return { ...started, sizes };
}

const refusal = (most: number) => ({
	status: 422,
	body: { message: 'The given data was invalid.', errors: { 'per-page': [`Must not be greater than ${most}.`] } },
});
const listings: Array<[string, object]> = [
	['contact.getMany', {}],
	['conversation.getMany', { inboxId: byId('i1'), filterMode: 'none' }],
	['inbox.getTags', { inboxId: byId('i1') }],
	['tag.getMany', {}],
	['contact.getConversations', { contactId: byId('k1') }],
];

describe.each(listings)('%s', (operation, parameters) => {
	const wanted = { ...parameters, options: { simplify: false } };
	const ids = (output: Array<{ json: { id?: unknown } }>) => output.map(({ json }) => json.id);
	/** A size that the helpdesk makes of the one asked for. */
	const capped =
		(most: number, isSaid: boolean) =>
		({ query }: Asked) => {
			const { meta, ...page } = countingPage(records, query, most);
			return { body: { ...page, meta: { ...meta, per_page: isSaid ? meta.per_page : undefined } } };
		};

	it.each([
		[50, true],
		[20, true],
		[50, false],
		[20, false],
	])('reads every record once where pages hold %s at most (said: %s)', async (most, isSaid) => {
		const { run } = await helpdesk(capped(most, isSaid));
		expect(ids(await run(operation, { ...wanted, returnAll: true }))).toEqual(all);
		expect(ids(await run(operation, { ...wanted, returnAll: false, limit: 70 }))).toEqual(all.slice(0, 70));
	});

	it.each([
		[50, [100, 50, 50, 50]],
		[20, [100, 50, 25, 20]],
	])('asks for half as many, and the documented 20, where a page of more than %s is refused, and remembers it for the run', async (most, first) => {
		const { run, sizes } = await helpdesk(({ query }, size) => (size > most ? refusal(most) : { body: countingPage(records, query) }));
		expect(ids(await run(operation, { ...wanted, returnAll: true }))).toEqual(all);
		expect(sizes.slice(0, 4)).toEqual(first);
		expect(sizes.filter((size) => size > most)).toHaveLength(first.filter((size) => size > most).length);
	});

	it.each([
		[422, 'No.'],
		[400, 'The page size is too large.'],
	])('finds the size too where a %s has no more than the words "%s"', async (status, message) => {
		const { run } = await helpdesk(({ query }, size) => (size > 20 ? { status, body: { message } } : { body: countingPage(records, query) }));
		expect(ids(await run(operation, { ...wanted, returnAll: true }))).toEqual(all);
	});
});

describe('where every size of a page is refused as such', () => {
	const refusals: Array<[string, { status: number; body: unknown }]> = [
		['a 422 that names the field', refusal(0)],
		[
			'a 422 with a list of fields and messages',
			{ status: 422, body: { message: 'No.', errors: [{ field: 'per-page', message: 'Not known.' }] } },
		],
		['a 400 for a field that is not known', { status: 400, body: { message: 'Unknown field per-page.' } }],
	];

	it.each(refusals)('the list is asked for without one, once for all items: %s', async (_, refused) => {
		const { run, sizes } = await helpdesk(({ query }, size) => (size > 0 ? refused : { body: countingPage(records, query) }));
		const output = await run('tag.getMany', { returnAll: true, options: { simplify: false } });
		expect(output.map(({ json }) => json.id)).toEqual(all);
		expect(sizes).toEqual([100, 50, 25, 20, 10, 5, 2, 1, 0, 0, 0, 0, 0, 0, 0]);
		await run('tag.getMany', { returnAll: false, limit: 5 });
		expect(sizes.slice(15)).toEqual([0]);
	});

	it.each(refusals)('and the list without one too, the error says so, and asks nobody to correct a value: %s', async (_, refused) => {
		const { failure, sizes } = await helpdesk(() => refused);
		const { message, description } = await failure('tag.getMany', { returnAll: true });
		expect(message).toBe('Could not get many tags: the helpdesk refuses every number of records for a page, and the list without one');
		expect(description).toContain('Nothing that you entered is wrong');
		expect(description).not.toContain('Correct the value');
		expect(sizes.slice(-2)).toEqual([1, 0]);
	});

	it('another refusal of the list without one is the one that is told', async () => {
		const { failure } = await helpdesk((_, size) => (size > 0 ? refusal(0) : { status: 403, body: { message: 'Missing scope.' } }));
		expect((await failure('tag.getMany', { returnAll: true })).httpCode).toBe('403');
	});

	it('a number that the user gave is to be corrected', async () => {
		const { failure, sizes } = await helpdesk(() => refusal(0));
		const asked = {
			method: 'GET',
			path: '/x',
			queryParameters: { parameter: [{ name: 'per-page', value: '7' }] },
			pageMode: 'counting',
			returnAll: true,
		};
		expect((await failure('apiRequest.send', asked)).description).toContain('Correct the value');
		expect(sizes).toEqual([7]);
	});
});

const getMany = { inboxId: byId('i1'), filterMode: 'none', returnAll: true };

it.each([
	[422, { message: 'The given data was invalid.', errors: { 'filters.condition': ['Only and.'] } }],
	[400, { message: 'Only and.' }],
])('a %s that is about something else comes in its own words after one request', async (status, body) => {
	const { failure, requests } = await helpdesk(() => ({ status, body }));
	expect((await failure('conversation.getMany', getMany)).description).toContain('Only and.');
	expect(requests).toHaveLength(1);
});

it('a 422 that does not say what it is about comes in the words of the first one, after four smaller pages', async () => {
	let asked = 0;
	const { failure, sizes } = await helpdesk(() => ({ status: 422, body: { message: `Refused ${(asked += 1)}.` } }));
	expect((await failure('conversation.getMany', getMany)).description).toContain('Refused 1.');
	expect(sizes).toEqual([100, 50, 25, 20, 10]);
});

it('a 422 for a later page is no matter of the size', async () => {
	const { failure, sizes } = await helpdesk(({ query }) =>
		new URLSearchParams(query).get('page') === '1' ? { body: countingPage(records, query) } : refusal(50),
	);
	expect((await failure('conversation.getMany', getMany)).description).toContain('Must not be greater than 50.');
	expect(sizes).toEqual([100, 100]);
});

it('a refusal of another kind among the smaller pages is the one that is told', async () => {
	const { failure } = await helpdesk((_, size) => (size > 50 ? refusal(50) : { status: 403, body: { message: 'Missing scope.' } }));
	expect((await failure('conversation.getMany', getMany)).httpCode).toBe('403');
});

it('the next item of a run, and the next run, begin with the size that was found', async () => {
	const { run, sizes } = await helpdesk(({ query }, size) => (size > 20 ? refusal(20) : { body: countingPage(records.slice(0, 5), query) }));
	const batching = { batch: { batchSize: 1, batchInterval: 2_000 } };
	await run('conversation.getMany', { ...getMany, requestOptions: { batching } }, { items: [{ json: {} }, { json: {} }] });
	await run('conversation.getMany', getMany);
	expect(sizes).toEqual([100, 50, 25, 20, 20, 20]);
});

it('the list of contacts in the editor is there, page by page, where its pages are refused as too large', async () => {
	const { credential, transport } = await helpdesk(({ query }, size) => (size > 20 ? refusal(20) : { body: countingPage(records, query) }));
	const values: unknown[] = [];
	for (let paginationToken: string | undefined, first = true; first || paginationToken; first = false) {
		const page = await openList(transport, 'contacts', { credential, paginationToken });
		values.push(...page.results.map(({ value }) => value));
		paginationToken = page.paginationToken as string | undefined;
	}
	expect(values).toEqual(all);
});
