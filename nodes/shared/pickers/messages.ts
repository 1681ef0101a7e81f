import { DateTime } from 'luxon';

import { beginOf } from '../../../transport';
import { shownText } from '../text/lines';
import { readThread, type ThreadEntry } from '../thread';
import { matching, type Picker } from './lists';

const MAX_TEXT = 60;

const WRITERS = { customer: 'Customer', teammate: 'Team', automation: 'Automatic reply', unknown: 'Unknown' };

/** Offers messages and notes by the ID of their thread event, the newest first. */
export const messages: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const id = chosen('conversationId');
	const { entries = [] } = id ? await readThread(lookup.send, { id, now: lookup.now() }, true) : {};
	const offered = entries.filter(({ kind, ids }) => ids.length > 0 && (kind === 'message' || kind === 'note'));
	const labelOf = ({ at, kind, writer, texts }: ThreadEntry) => {
		const time = at === undefined ? '' : DateTime.fromMillis(at, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm ');
		const text = beginOf(shownText(texts).replaceAll('\n', ' '), MAX_TEXT);
		return `${time}${kind === 'note' ? 'Note' : WRITERS[writer]}: ${text}`;
	};
	const results = offered.map((entry) => ({ name: labelOf(entry), value: entry.ids.at(-1)! }));
	return matching(results.reverse(), picking);
};
