import type { Field } from '../../shared/field';
import { onOrOff } from '../../shared/fields/readers';
import type { Operation } from '../operation';
import { canWrite } from './once';

export const dryRun: Field = {
	property: {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to rehearse: nothing is written. Everything is read and checked as always; the item comes out with "dryRun" and, under "wouldSend", the request that would have been sent.',
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
			'Whether to add under "receipt" what was done. It tells operation, record, names of changed fields, whether it was sent, how often, and in which execution, and holds no text that anybody wrote.',
	},
	read: onOrOff,
	sent: false,
};

/** The operation with what every operation that writes can be asked. */
export function withSafeHands(operation: Operation): Operation {
	return canWrite(operation) ? { ...operation, options: [...(operation.options ?? []), dryRun, receipt] } : operation;
}
