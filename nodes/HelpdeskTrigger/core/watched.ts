import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from './steps';
import type { Times } from './times';
import type { Words } from './words';

/** What is watched in a conversation, and what of it makes an event. */
export interface Watched {
	/** Tells one choice of what is watched from another: their marks do not compare. */
	signature: string;
	/** Length of a mark. */
	width: number;
	/** What is watched, as a mark to be remembered; undefined where the record shows nothing of it. */
	mark(record: IDataObject, words: Words): string | undefined;
	/** When what is watched changed last, at the latest, in ms. */
	changedAt(times: Times): number;
	/** Whether a conversation that is not remembered has news: `since` (ms) it was certainly looked at. */
	isNews(times: Times, since: number, createdSince: number): boolean;
	/** Whether one mark following the other is an event. */
	differs(before: string, now: string): boolean;
	/** What the event tells beside the record. */
	changes?(record: IDataObject, before: string | undefined, words: Words): TriggerEvent['changes'];
}
