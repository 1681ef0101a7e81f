import { readPage } from '../../../transport';
import { recall } from '../lookup/lookup';
import { personName, type Picker } from './picker';

const PER_PAGE = 50;

/** The helpdesk searches as one types; more pages are loaded by scrolling (specification, GET /contacts). */
export const contacts: Picker = async ({ lookup, filter, page }) => {
	const q = filter.trim();
	const { records, lastPage } = await recall(lookup, `contacts ${page} ${q}`, async () => {
		const query = { page, per_page: PER_PAGE, with_orphan: true, ...(q && { q }) };
		const { body } = await lookup.send({ method: 'GET', path: '/contacts', query });
		return readPage(body, 'counting', page);
	});
	return {
		results: records.map((contact) => ({ name: personName(contact), value: String(contact.id) })),
		paginationToken: page < lastPage ? String(page + 1) : undefined,
	};
};
