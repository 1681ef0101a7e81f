import type { Handlers } from '../call';
import { requiredText } from '../changes';
import { countingPage, pageSize } from '../pages';
import { invalid } from '../errors';
import type { ConversationRecord } from '../records';
import { sorts, type Sort } from '../store';

const searched = ({ subject, contact, excerpt }: ConversationRecord) => [subject, contact.name, contact.email, excerpt];

export const searchHandlers: Handlers = {
	/** The page may stand in the query or in the body: where it belongs is not shown. */
	search: (call) => {
		const term = requiredText(call, call.settings.fieldNames.searchTerm);
		const asked = { ...call.body, ...call.query } as { page?: number; 'per-page'?: number; per_page?: number; sort?: Sort };
		const { sort = 'newest' } = asked;
		if (!sorts.includes(sort)) throw invalid({ sort: ['The selected sort is invalid.'] });
		const perPage = pageSize(asked['per-page'] ?? asked.per_page ?? 20, 'per-page', call.store.world);
		const words = term.toLowerCase();
		const { store, organizationId } = call;
		const found = store.derive(['search', words, organizationId, sort], () =>
			store
				.sortedConversations({ organizationId }, sort)
				.filter(({ record }) => searched(record).some((text) => text.toLowerCase().includes(words))),
		);
		const page = countingPage(call, found, { page: asked.page ?? 1, perPage });
		return { success: true, data: { conversations: { ...page, data: page.data.map(({ record }) => record) } } };
	},
};
