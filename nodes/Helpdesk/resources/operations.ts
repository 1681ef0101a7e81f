import { inWords } from '../../shared/names';
import type { Operation } from '../operation';

/** By the value that workflows store, which is never changed. The name is the value in words unless given. */
type ByValue = Record<string, Omit<Operation, 'name' | 'value'> & { name?: string }>;

export function operationsOf(operations: ByValue): Operation[] {
	return Object.entries(operations).map(([value, operation]) => ({ name: inWords(value), value, ...operation }));
}

/** Operations by what they act on: `get` of `tag` is stored as tagGet and shown as "Tag: Get". A user of the API is a teammate in every text. */
export function operationsOn(subjects: Record<string, ByValue>): Operation[] {
	return Object.entries(subjects).flatMap(([subject, operations]) =>
		operationsOf(operations).map((operation) => ({
			...operation,
			name: `${inWords(subject).replace('User', 'Teammate')}: ${operation.name}`,
			value: `${subject}${operation.value.charAt(0).toUpperCase()}${operation.value.slice(1)}`,
		})),
	);
}
