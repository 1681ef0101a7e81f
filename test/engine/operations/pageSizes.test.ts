import { byId } from '../../support/locator';
import { countingPage, useAnsweringHelpdesks, type Asked } from '../../support/answeringHelpdesk';

const records = Array.from({ length: 130 }, (_, id) => ({ id: `r${id}`, name: `N${id}` }));
const all = records.map(({ id }) => id);
const start = useAnsweringHelpdesks();

async function helpdesk(answer: (request: Asked, size: number) => { status?: number; body?: unknown }) {
	const sizes: number[] = [];
	const started = await start((request) => {
		const { display } = request.body === '' ? { display: undefined } : JSON.parse(request.body);
		const query = display ? new URLSearchParams(display).toString() : request.query;
		const size = Number(new URLSearchParams(query).get('per-page') ?? new URLSearchParams(query).get('per_page'));
		sizes.push(size);
		return answer({ ...request, query }, size);
	});
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
	])('reads every record once if pages are capped at %s (shown in meta: %s)', async (most, isSaid) => {
		const { run } = await helpdesk(capped(most, isSaid));
		expect(ids(await run(operation, { ...wanted, returnAll: true }))).toEqual(all);
		expect(ids(await run(operation, { ...wanted, returnAll: false, limit: 70 }))).toEqual(all.slice(0, 70));
	});

	it.each([
		[422, { message: 'The given data was invalid.', errors: { 'per-page': ['Must not be greater than 50.'] } }],
		[400, { message: 'Unknown field per_page.' }],
	])('requests pages without a size after a %s that names the size', async (status, body) => {
		const { run, sizes } = await helpdesk(({ query }, size) =>
			size > 50 ? { status, body } : { body: countingPage(records, query) },
		);
		expect(ids(await run(operation, { ...wanted, returnAll: true }))).toEqual(all);
		expect(sizes).toEqual([100, ...Array(7).fill(0)]);
	});
});

const getMany = { inboxId: byId('i1'), filterMode: 'none', returnAll: true };

it.each([
	[422, { message: 'The given data was invalid.', errors: { 'filters.condition': ['Only and.'] } }],
	[400, { message: 'Only and.' }],
])('a %s that does not name the page size fails after one request', async (status, body) => {
	const { failure, requests } = await helpdesk(() => ({ status, body }));
	expect((await failure('conversation.getMany', getMany)).description).toContain('Only and.');
	expect(requests).toHaveLength(1);
});

it('the dropdown of contacts shows all if page sizes are refused', async () => {
	const { list } = await helpdesk(({ query }, size) =>
		size > 20 ? refusal(20) : { body: countingPage(records, query) },
	);
	const values: unknown[] = [];
	for (let paginationToken: string | undefined, first = true; first || paginationToken; first = false) {
		const page = await list('contacts', { paginationToken });
		values.push(...page.results.map(({ value }) => value));
		paginationToken = page.paginationToken as string | undefined;
	}
	expect(values).toEqual(all);
});
