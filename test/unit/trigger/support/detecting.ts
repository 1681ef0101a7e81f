import type { IDataObject } from 'n8n-workflow';

import { ChangeDetector, type Ground } from '../../../../nodes/HelpdeskTrigger/core/changeDetector';
import type { Beginnings } from '../../../../nodes/HelpdeskTrigger/core/changesState';
import { FingerprintStore, idHash, valueHash, ValueTable } from '../../../../nodes/HelpdeskTrigger/core/fingerprints';
import type { Times } from '../../../../nodes/HelpdeskTrigger/core/times';
import { watchedFields, type Watched } from '../../../../nodes/HelpdeskTrigger/core/watched';

/** Of c1. */
export const HASH = idHash('c1');
const NOW = 9_000;
export const BOTH = watchedFields(['status', 'priority']);

export const timesAt = (created: number, updated = created, lastMessage = created): Times => ({
	created,
	updated,
	lastMessage,
	latest: Math.max(created, updated, lastMessage),
	showsUpdate: true,
});
export const print = (status: string, priority = 'Low') => valueHash(status) + valueHash(priority);

/** One poll: what is remembered of c1 from before, and what its inbox's beginnings are told. A new one may have begun with another status only. */
export function detecting(watched: Watched, { known = '', isTold = false, tellsUnknown = true, ...changes }: Partial<Ground> & Options = {}) {
	const store = new FingerprintStore('', { width: watched.width, round: 0 });
	const values = new ValueTable();
	if (known !== '') store.remember(HASH, known, isTold);
	const learned: boolean[] = [];
	const marked: number[] = [];
	const beginnings = {
		learn: (_: Times, __: string, isNew: boolean) => learned.push(isNew),
		mark: ({ latest }: Times) => marked.push(latest),
		changedSinceCreation: () => ['status'],
	} as unknown as Beginnings;
	const detector = new ChangeDetector(store, values, watched, tellsUnknown);
	const groundOf = (inboxId: string): Ground => ({
		...{ inboxId, isBeginning: false, isLearned: true, from: 0, newSince: 1_000, touchedSince: 500, widened: Infinity, beginnings },
		...changes,
	});
	const see = (record: IDataObject, times = timesAt(600), only?: string, inboxId = 'a') =>
		detector.add({ id: 'c1', status: 'Active', priority: 'Low', ...record }, times, groundOf(inboxId), NOW, only);
	const names = () => detector.news(NOW).map((each) => each.names);
	const conclude = (room = 10) => detector.conclude(detector.news(NOW), room, NOW);
	return { detector, store, values, learned, marked, see, names, conclude };
}
export interface Options {
	known?: string;
	isTold?: boolean;
	tellsUnknown?: boolean;
}
