import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from './triggerModel';
import type { reachedBench } from './reachedModel';

type Bench = ReturnType<typeof reachedBench>;

/** A minute passes before each poll. Gives the minutes at which something was told. */
export async function toldAt({ poll, pass }: Pick<Bench, 'poll' | 'pass'>, minutes: number): Promise<number[]> {
	const at: number[] = [];
	for (let minute = 1; minute <= minutes; minute += 1) {
		pass(MINUTE);
		at.push(...(await poll()).map(() => minute));
	}
	return at;
}

/** All of it between two looks. */
export function write({ inboxes, pass }: Pick<Bench, 'inboxes' | 'pass'>, record: IDataObject, ...by: Array<'contact' | 'user' | 'note'>): void {
	for (const each of by) {
		pass(1_000);
		inboxes.write(record, each === 'contact' ? 'contact' : 'user', each === 'note' ? 'note' : 'email');
	}
}

/** The conversations whose threads were asked for. */
export const threadsAsked = ({ asked }: Bench['inboxes']) => asked.filter(({ isThread }) => isThread).map(({ conversationId }) => conversationId);
