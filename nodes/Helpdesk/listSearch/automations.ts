import { pathSegment } from '../../../transport';
import { recall } from '../lookup/lookup';
import { rowsAt } from '../lookup/rows';
import { byName, labelOf, matching, type Picker } from './picker';

/** The automations of the inbox that is chosen in the node; none before. */
export const automations: Picker = async (picking) => {
	const { lookup, chosen } = picking;
	const inboxId = chosen('inboxId');
	if (inboxId === '') return { results: [] };
	const entries = await recall(lookup, `automations of ${inboxId}`, async () => {
		const path = `/inboxes/${pathSegment(inboxId, 'Inbox')}/automations`;
		const rows = await rowsAt(lookup, path, { plain: true });
		return rows.map(({ id, name, active }) => ({
			name: active === false ? `${labelOf({ id, name })} (inactive)` : labelOf({ id, name }),
			value: String(id),
		}));
	});
	return matching([...entries].sort(byName), picking);
};
