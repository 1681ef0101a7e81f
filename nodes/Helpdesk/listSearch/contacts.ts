import { pageIn, readPage } from '../../../transport';
import { pageSizeOf, recall } from '../lookup/lookup';
import { personName, type Picker } from './picker';

const PER_PAGE = 50;

/** The helpdesk searches as one types; more pages are loaded by scrolling (specification, GET /contacts). */
export const contacts: Picker = async ({ lookup, filter, page }) => {
	const q = filter.trim();
	// All pages of a list have to be of one size.
	const size = await pageSizeOf(lookup, 'GET /contacts', PER_PAGE);
	const { records, lastPage } = await recall(lookup, `contacts ${page} ${q}`, async () => {
		const request = { method: 'GET', path: '/contacts', query: { with_orphan: true, ...(q && { q }) } } as const;
		const { answer } = await size.settle(PER_PAGE, async (perPage) => await lookup.send(pageIn.contactQuery(request, page, perPage)));
		return readPage(answer.body, 'counting', page);
	});
	return {
		results: records.map((contact) => ({ name: personName(contact), value: String(contact.id) })),
		paginationToken: page < lastPage ? String(page + 1) : undefined,
	};
};
