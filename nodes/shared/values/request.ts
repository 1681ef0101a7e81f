import { IDataObject } from 'n8n-workflow';

import { InputError, isObject } from '../../../transport';
import { originOf, kindOf, isNothing } from './kind';
import { jsonObject } from './json';
import { givenRows } from './rows';
import { plainText, shown } from './text';

/** Refuses an empty part from an expression, which would address another endpoint. */
export const requestPath = kindOf('text', (value, context) => {
	const path = plainText(value, context);
	if (originOf(context.given) === 'panel' || !/\/(\/|\s*$)/.test(path)) return path;
	throw new InputError(`${context.label} has an empty part`, 'Check what its expression gives for this item.');
});

/** Refuses an empty value from an expression, which would match everything. */
export const queryObject = kindOf('jsonObject', (value, context) => {
	const query = jsonObject.read(value, context);
	const [empty] = Object.entries(query).find(([, each]) => isNothing(each)) ?? [];
	if (empty === undefined || originOf(context.given) === 'panel') return query;
	throw new InputError(`${context.label} has no value for ${shown(empty)}`, 'Enter a value, or remove it.');
});

/** Names may repeat; empty rows are ignored. */
export const queryRows = kindOf('queryRows', (_, context) => {
	const query = new URLSearchParams();
	givenRows(context, 'parameter').forEach(({ value }, index) => {
		const { name, value: text }: IDataObject = isObject(value) ? value : {};
		if (name === '' && text === '') return;
		const row = `row ${index + 1} of ${context.label}`;
		if (isNothing(name) || isNothing(text) || typeof text === 'object')
			throw new InputError(
				`${context.label}: row ${index + 1} needs a name and a value`,
				'Enter both. A list needs a row for each value.',
			);
		query.append(plainText(name, { label: `'Name' in ${row}` }), plainText(text, { label: `'Value' in ${row}` }));
	});
	return query;
});
