import { pollOnce } from '../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Shelf } from '../../../nodes/HelpdeskTrigger/run/shelf';

/** What a simulation polls with: the trigger as it is, or with a mistake built in. */
export interface Subject {
	pollOnce: typeof pollOnce;
	Shelf: typeof Shelf;
}

export const subject: Subject = { pollOnce, Shelf };
