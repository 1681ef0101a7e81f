import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';

import { recall } from '../lookup/lookup';
import { MOST_PAGES_TO_CHOOSE_FROM, rowsAt } from '../lookup/rows';
import { byName, labelOf, matching, personName, type Picker } from './picker';

/** The specification shows no listing of inboxes; where the helpdesk has none, the list stays empty. */
export const inboxes = listing('/inboxes', labelOf);

/** The specification shows no listing of teammates; where the helpdesk has none, the list stays empty. */
export const teammates = listing('/settings/users', personName);

/** The specification shows no listing of these; where the helpdesk has none, the list stays empty. */
export const savedReplies = listing('/saved-replies', titleOf);
export const knowledgeBases = listing('/knowledgebases', titleOf);

function titleOf({ id, name, title }: IDataObject): string {
	return labelOf({ id, name: name ?? title });
}

function listing(path: string, nameOf: (row: IDataObject) => string): Picker {
	return async (picking) => {
		const entries: INodeListSearchItems[] = await recall(picking.lookup, path, async () => {
			const rows = await rowsAt(picking.lookup, path, { mostPages: MOST_PAGES_TO_CHOOSE_FROM });
			return rows.map((row) => ({ name: nameOf(row), value: String(row.id) }));
		});
		return matching([...entries].sort(byName), picking);
	};
}
