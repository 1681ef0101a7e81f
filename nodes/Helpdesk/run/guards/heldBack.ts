import type { INodeExecutionData } from 'n8n-workflow';

import { InputError } from '../../../../transport';
import type { WriteTracker } from '../once/writeTracker';
import type { Obstacle } from './newer';

/** Thrown in place of sending. */
export class NotSent extends Error {
	constructor(
		readonly id: string,
		readonly obstacle: Obstacle,
	) {
		super(obstacle.reason);
	}
}

/**
 * What an item comes out with that was held back. Throws where an attempt of it was sent before, whose fate is not
 * known: that nothing was sent would not be so.
 */
export function heldBack(error: unknown, { open, mayHaveBeenApplied }: WriteTracker): INodeExecutionData[] {
	if (!(error instanceof NotSent)) throw error;
	const { id, obstacle } = error;
	if (!mayHaveBeenApplied) return [{ json: { id, message: 'Nothing was sent', skipped: true, ...obstacle } }];
	const foundAfter = `After that it was held back: ${obstacle.reason.replace(/\.$/, '')}.`;
	if (open) throw Object.create(open, { foundAfter: { value: foundAfter } });
	throw Object.assign(new InputError('An earlier attempt got no clear answer', foundAfter), { mayHaveBeenApplied });
}
