import { InputError } from '../../../transport';
import { quoted } from '../names';
import { originOf, partOf, Given, kindOf, ReadContext, isNothing } from './kind';
import { jsonObject, jsonValue } from './json';
import { entriesOf } from './list';
import { customField, Name } from './people';
import { readValue, ValueContext } from './read';
import { shown } from './text';

export function givenRows(context: ReadContext, name: string) {
	const rows = partOf(context.given, name);
	return Array.isArray(rows.value) ? rows.value.map((_, index) => partOf(rows, index)) : [];
}

export type FieldValue = [field: Name, value: unknown];

/** Null empties a field. */
export const customFields = kindOf('customFields', (_, context) => {
	const json = kindOf('json', (value, { label }) => jsonValue(value, label));
	const fields = fieldRows(context, (given, at) =>
		given.value === null
			? null
			: readValue({ kind: json, need: 'added', emptyAdvice: 'Null empties the field.' }, given, at),
	);
	return withSomething(fields, context);
});

export const customFieldsJson = kindOf('customFieldsJson', (value, context) => {
	const entries = Object.entries(jsonObject.read(value, context));
	const [missing] = entries.find(([, each]) => each === undefined) ?? [];
	if (missing !== undefined)
		throw new InputError(
			`${context.label} has no value for ${shown(missing)}`,
			'Check its expression. Null empties the field.',
		);
	return withSomething(
		entries.map(([text, each]) => [{ text, isChosen: false }, each]),
		context,
	);
});

/** An empty value, typed or null, finds conversations without one. */
export const customFieldFilter = kindOf('customFieldFilter', (_, context) => {
	const wanted = kindOf('words', (value) => entriesOf(value));
	const isWithout = (given: Given) => given.value === null || (isNothing(given.value) && originOf(given) === 'panel');
	const fields = fieldRows(context, (given, at) =>
		isWithout(given) ? [] : readValue({ kind: wanted, need: 'filter', finds: 'conversation' }, given, at),
	);
	return fields.length > 0 || givenRows(context, 'field').length === 0 ? withSomething(fields, context) : undefined;
});

/** @param read returns undefined for a row that is left out */
function fieldRows(context: ReadContext, read: (given: Given, at: ValueContext) => unknown) {
	return givenRows(context, 'field').flatMap((row, index): FieldValue[] => {
		const at = (part: string) => ({ ...context, label: `${quoted(part)} in row ${index + 1} of ${context.label}` });
		const field = readValue(
			{ kind: customField, need: 'required', isLocator: true },
			partOf(row, 'key'),
			at('Field'),
		);
		const value = read(partOf(row, 'value'), at('Value'));
		return value === undefined ? [] : [[field as Name, value]];
	});
}

function withSomething(fields: FieldValue[], { label }: ReadContext) {
	if (fields.length > 0) return fields;
	throw new InputError(`${label} has no field`, 'Add at least one field and its value.');
}
