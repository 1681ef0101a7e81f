import { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { Field } from '../field';
import { IN_ZONE, inWords } from '../names';
import { PickerName, ShortListName } from '../pickers';
import { choice, onOff, wholeNumberKind, id, ids, jsonObject, anyText, anyTime, words } from '../values';

type Show = NonNullable<IDisplayOptions['show']>;

export type More = Partial<INodeProperties & Omit<Field, 'property'>> & { show?: Show };

export function like(field: Field, { show, ...more }: More): Field {
	const { property: before, ...own } = field;
	const { kind, guards, blank, sent, shownAs, ...changes } = { ...own, ...more };
	const property = { ...before, ...changes };
	return { property: show ? showing(property, show) : property, kind, guards, blank, sent, shownAs };
}

export function showing(property: INodeProperties, show: Show): INodeProperties {
	const { displayOptions } = property;
	return { ...property, displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...show } } };
}

function build(
	name: string,
	description: string,
	more: More & Pick<INodeProperties, 'type' | 'default'> & Pick<Field, 'kind'>,
) {
	const { type, default: usual, kind } = more;
	return like({ property: { displayName: inWords(name), name, type, default: usual, description }, kind }, more);
}

export function text(name: string, description: string, more?: More) {
	return build(name, description, { type: 'string', default: '', kind: anyText, ...more });
}

/** A switch that is on when a user adds it. */
export function toggle(name: string, description: string, more?: More) {
	return build(name, description, { type: 'boolean', default: true, kind: onOff, ...more });
}

/** A whole number from 1, or within the limits in `typeOptions`. */
export function number(name: string, description: string, usual: number, { typeOptions, ...more }: More = {}) {
	const limits = { minValue: 1, ...typeOptions };
	const kind = wholeNumberKind(limits.minValue, limits.maxValue);
	return build(name, description, { type: 'number', typeOptions: limits, default: usual, kind, ...more });
}

export function time(name: string, description: string, more?: More) {
	return build(name, description, { type: 'dateTime', default: '', hint: `${IN_ZONE}.`, kind: anyTime, ...more });
}

export function json(name: string, description: string, more?: More) {
	return build(name, description, { type: 'json', default: '{}', kind: jsonObject, ...more });
}

export type OptionTexts = Record<string, string | [name: string, description: string]>;

export function oneOf(name: string, description: string, choices: OptionTexts, more?: More) {
	const values = Object.keys(choices);
	return build(name, description, {
		type: 'options',
		options: optionsOf(choices),
		default: values[0],
		kind: choice(...values),
		...more,
	});
}

export function someOf(
	name: string,
	description: string,
	options: INodePropertyOptions[],
	more: More & Pick<Field, 'kind'>,
) {
	return build(name, description, { type: 'multiOptions', options, default: [], ...more });
}

export const typing = (what: string) =>
	`Not in the list? Point at the field, click Expression and type ${what}, separated by commas.`;

export function knownOf(name: string, description: string, choices: OptionTexts, more?: More) {
	const own = { allowArbitraryValues: true, hint: typing('them'), kind: words, ...more };
	return someOf(name, description, optionsOf(choices), own);
}

export const named = (values: string[]): OptionTexts => Object.fromEntries(values.map((value) => [value, value]));

export function optionsOf(choices: OptionTexts): INodePropertyOptions[] {
	return Object.entries(choices).map(([value, words]) => {
		const [name, description] = [words].flat();
		return { name: name!, value, ...(description && { description }) };
	});
}

export function rows(
	name: string,
	description: string,
	row: string,
	values: INodeProperties[],
	more: More & Pick<Field, 'kind'>,
) {
	const options = [{ displayName: row, name: row.toLowerCase(), values }];
	const form = { typeOptions: { multipleValues: true }, placeholder: `Add ${row}`, options };
	return build(name, description, { type: 'fixedCollection', default: {}, ...form, ...more });
}

const FROM_LIST = { displayName: 'From List', name: 'list' };
const BY_ID = { displayName: 'By ID', name: 'id', placeholder: 'e.g. 01hq3v8k2m' };

export function locator(
	name: string,
	description: string,
	{ picker, hint }: { picker: PickerName; hint: string },
	{ typed = BY_ID, ...more }: More & { typed?: typeof BY_ID } = {},
) {
	const message = `The list waits for the rate limit. You can also choose ${typed.displayName}.`;
	const typeOptions = { searchListMethod: picker, searchable: true, slowLoadNotice: { message, timeout: 5000 } };
	const modes: INodeProperties['modes'] = [
		{ ...FROM_LIST, type: 'list', hint, typeOptions },
		{ ...typed, type: 'string' },
	];
	return build(name, description, {
		displayName: inWords(name.replace(/Id$/, '')),
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		modes,
		kind: id,
		...more,
	});
}

export function list(
	name: string,
	list: ShortListName | 'outputFields',
	description: string,
	{ dependsOn, ...more }: More & { dependsOn?: string[] } = {},
) {
	const choose =
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';
	return build(name, `${description}. ${choose}`, {
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: list, loadOptionsDependsOn: dependsOn },
		// Otherwise, n8n marks values that are not in the list.
		allowArbitraryValues: true,
		default: [],
		hint: typing('the IDs'),
		kind: ids,
		...more,
	});
}
