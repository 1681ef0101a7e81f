import { InputError } from '../../../transport';
import type { Field, ReadContext } from '../../shared/field';
import { flag } from '../../shared/fields/readers';
import type { Operation } from '../operation';
import { canWrite } from './once';

export const dryRun: Field = {
	property: {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		// An expression that gives nothing must not write.
		required: true,
		default: false,
		description:
			'Whether to rehearse: everything is read and checked as always, but nothing is written. The item comes out with "dryRun" and, under "wouldSend", the request that would have been sent.',
	},
	read: onOrOff,
	sent: false,
};

export const receipt: Field = {
	property: {
		displayName: 'Receipt',
		name: 'receipt',
		type: 'boolean',
		default: false,
		description:
			'Whether to add under "receipt" what was done: operation, record, names of changed fields, whether it was sent, how often, and in which execution. It holds no text that anybody wrote.',
	},
	read: flag,
	sent: false,
};

/** On or off, and nothing that could be taken for either. Throws InputError. */
function onOrOff(value: unknown, { label }: ReadContext): boolean {
	if (flag(value)) return true;
	if (value === false || value === 'false' || value === 0 || value === '0') return false;
	throw new InputError(`${label} is neither on nor off`, 'Nothing was sent. Switch it on or off, or let its expression give true or false.');
}

/** The operation with what every operation that writes can be asked. */
export function withSafeHands(operation: Operation): Operation {
	return canWrite(operation) ? { ...operation, options: [...(operation.options ?? []), dryRun, receipt] } : operation;
}
