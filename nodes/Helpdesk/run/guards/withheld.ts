import { InputError, WouldSend } from '../../../../transport';
import type { AroundItem } from '../scope';
import type { Obstacle } from './obstacles';
import { rehearsed } from './rehearsed';

/** Nothing was sent. */
export class NotSent extends Error {
	constructor(
		readonly id: unknown,
		readonly obstacle: Obstacle,
	) {
		super(obstacle.reason);
	}
}

/** Throws if an earlier attempt may have been applied: "nothing was sent" would be wrong. */
export const withheld: AroundItem = async (item, next) =>
	await next().catch((error: unknown) => {
		if (error instanceof WouldSend) return rehearsed(item, error.request);
		if (!(error instanceof NotSent)) throw error;
		const { id, obstacle } = error;
		const { open, mayHaveBeenApplied } = item.ledger;
		if (!mayHaveBeenApplied) return [{ json: { id: id as string, message: 'Nothing was sent', skipped: true, ...obstacle } }];
		const foundAfter = `After that it was held back: ${obstacle.reason.replace(/\.$/, '')}.`;
		if (open) throw Object.create(open, { foundAfter: { value: foundAfter } });
		throw Object.assign(new InputError('An earlier attempt got no clear answer', foundAfter), { mayHaveBeenApplied });
	});
