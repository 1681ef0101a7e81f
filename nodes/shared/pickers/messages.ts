import { readThread } from '../thread';
import { labelled, matching, type Picker } from './lists';

const WRITERS = { customer: 'Customer', teammate: 'Team', automation: 'Automatic reply', unknown: 'Unknown' };

/** Offers messages and notes by the ID of their thread event, the newest first. */
export const messages: Picker = async (picking) => {
	const { lookup, chosen, timezone } = picking;
	const id = chosen('conversationId');
	const { entries = [] } = id ? await readThread(lookup.send, { id, now: lookup.now() }, true) : {};
	const results = entries.flatMap(({ ids, at, kind, writer, texts }) => {
		if (kind !== 'message' && kind !== 'note') return [];
		const who = kind === 'note' ? 'Note' : WRITERS[writer];
		return ids.slice(-1).map((value) => ({ name: labelled(at, texts, timezone, `${who}: `), value }));
	});
	return matching(results.reverse(), picking);
};
