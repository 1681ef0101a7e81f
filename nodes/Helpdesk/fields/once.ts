import { endpointsOf } from '../../shared/endpoint';
import type { Field, ReadContext } from '../../shared/field';
import { InputError, isNoValue } from '../../../transport';
import { onOrOff, text } from '../../shared/fields/readers';
import type { Operation } from '../operation';

export const onlyOncePer: Field = {
	property: {
		displayName: 'Only Once Per',
		name: 'onlyOncePer',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. ticket 2242',
		hint: 'Writes once for each key, also in later runs: drag a field here that tells the events apart, such as the ID. Runs by hand keep no key.',
		description:
			'A key for the event you react to: nothing is sent with a used key. The node writes once per key, also across executions and retries; later items with the key come out with "skipped". It remembers about 5,000 keys for up to 30 days. Runs by hand obey the keys of production runs and add none.',
	},
	read: onceKey,
	sent: false,
};

/** A key; what stands for nothing would be the same key for every item. Throws InputError. */
function onceKey(value: unknown, context: ReadContext): string | undefined {
	const key = text(value, context);
	if (key !== undefined && isNoValue(key.trim())) {
		throw new InputError(
			`${context.label} is empty`,
			'Its expression gives no value for this item. Check that the previous node really outputs the field that the expression names.',
		);
	}
	return key;
}

export const checkBeforeRetrying: Field = {
	property: {
		displayName: 'Check Before Retrying',
		name: 'checkBeforeRetrying',
		type: 'boolean',
		default: false,
		description:
			'Whether to send a text again whose answer got lost, if it is not there. It is looked for in the conversation, and sent only if it is certain that no message there has it. An older message that begins the same counts as found; a text that the helpdesk changes or shows late is sent twice.',
	},
	read: onOrOff,
	sent: false,
};

/** The operation with what every operation that writes can be asked. */
export function withOnce(operation: Operation): Operation {
	return canWrite(operation) ? { ...operation, options: [...(operation.options ?? []), onlyOncePer] } : operation;
}

/** True unless all that it sends only reads. Where the user chooses the method, it may write. */
export function canWrite(operation: Operation): boolean {
	const used = endpointsOf(operation);
	return used.length === 0 || used.some(({ readOnly }) => !readOnly);
}
