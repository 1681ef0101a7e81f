import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import ts from 'typescript';

import { HelpdeskApi } from '../../credentials/HelpdeskApi.credentials';
import { recordFields, recordOf } from '../../contract/endpoints';
import { Helpdesk } from '../../nodes/Helpdesk/Helpdesk.node';
import { HelpdeskTrigger } from '../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { operations } from '../support/operations';
import { sourceFiles } from '../support/sourceFiles';

// What of n8n's UX guidelines a test can hold; docs/decisions/ux-guidelines.md has each of them.

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;
const partsOf = (parts: Part[]): Part[] =>
	parts.flatMap((part) => [
		part,
		...('options' in part ? partsOf((part.options ?? []) as Part[]) : []),
		...('values' in part ? partsOf(part.values) : []),
		...('modes' in part ? ((part.modes ?? []) as unknown as Part[]) : []),
	]);
const parts = partsOf([...new Helpdesk().description.properties, ...new HelpdeskTrigger().description.properties, ...new HelpdeskApi().properties]);
const properties = parts.filter((part): part is INodeProperties => 'type' in part && 'default' in part);

/** Every text that a person may read, from the code: what has several words and stands between quotes. */
const texts = sourceFiles(['nodes', 'transport', 'credentials']).flatMap((path) => {
	const found: Array<{ path: string; text: string }> = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) found.push({ path, text: node.text });
		else if (ts.isTemplateExpression(node))
			found.push({ path, text: [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…') });
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
	return found.filter(({ text }) => /[a-z] [a-z]/.test(text));
});

test('the source has texts, and the editor has fields', () => {
	expect([texts.length > 250, properties.length > 60]).toEqual([true, true]);
});

const FORMS: string[] = [
	...['string', 'number', 'boolean', 'options', 'multiOptions', 'collection', 'fixedCollection', 'resourceLocator', 'dateTime', 'json'],
	...['notice', 'hidden', 'list'],
];

test('whatever the editor shows has a name, a title and a form that n8n knows, and a choice has something to choose', () => {
	const untitled = parts.filter((part) => !part.name || ('displayName' in part ? !part.displayName : !('value' in part)));
	expect(untitled.map((part) => JSON.stringify(part))).toEqual([]);
	const formless = parts.filter((part) => 'type' in part && !FORMS.includes(part.type));
	expect(formless.map(({ name }) => name)).toEqual([]);
	const empty = properties.filter(
		({ type, options, typeOptions }) =>
			['options', 'multiOptions', 'collection', 'fixedCollection'].includes(type) &&
			!typeOptions?.loadOptionsMethod &&
			!typeOptions?.loadOptions &&
			!options?.length,
	);
	expect(empty.map(({ name }) => name)).toEqual([]);
	const groups = parts.filter((part) => 'values' in part && part.values.length === 0);
	expect(groups.map(({ name }) => name)).toEqual([]);
});

test('no two choices of a list mean the same, and each means something', () => {
	const lists = properties.filter(({ type }) => type === 'options' || type === 'multiOptions');
	const wrong = lists.filter(({ options = [], default: usual }) => {
		const values = (options as INodePropertyOptions[]).map(({ value }) => value);
		const meaningless = values.filter((value) => value === undefined || (value === '' && usual !== ''));
		return new Set(values).size < values.length || meaningless.length > 0;
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** Both nodes have the fields of the filter. */
const names = new Set(properties.map(({ name }) => name));

test.each([new Helpdesk().description, new HelpdeskTrigger().description])(
	'$name shows and fills in its fields by values that there are',
	({ properties }) => {
		const all = partsOf(properties).filter((part): part is INodeProperties => 'type' in part);
		const named = new Map(all.map(({ name }) => [name, all.filter((other) => other.name === name)]));
		const wrong = all.flatMap(({ name, displayOptions = {}, typeOptions }) => [
			...Object.entries({ ...displayOptions.show, ...displayOptions.hide })
				.filter(([of]) => !of.startsWith('@') && !of.startsWith('/_'))
				.filter(([of, values]) => {
					const fields = named.get(of.replace(/^\//, '').split('.')[0]!) ?? [];
					const choices = fields.flatMap(({ options = [] }) => (options as INodePropertyOptions[]).map(({ value }) => value));
					const isFree = fields.some(({ type }) => !['options', 'multiOptions'].includes(type));
					return fields.length === 0 || values!.length === 0 || (!isFree && values!.some((value) => !choices.includes(value as string)));
				})
				.map((condition) => [name, condition]),
			...((typeOptions?.loadOptionsDependsOn ?? []) as string[]).filter((of) => !names.has(of.split('.')[0]!)).map((of) => [name, of]),
		]);
		expect(wrong).toEqual([]);
	},
);

test('actions omit articles, begin with a capital and are unlike each other', () => {
	const actions = operations.map(([, { action }]) => action);
	expect(actions.filter((action) => /\b(a|an|the)\b/i.test(action))).toEqual([]);
	expect(actions.filter((action) => !/^[A-Z][^A-Z]*( API [a-z]+)?$/.test(action))).toEqual([]);
	expect(new Set(actions).size).toBe(actions.length);
});

test('what is on or off is described by "Whether", and its description is no other', () => {
	const wrong = properties.filter(({ type, description }) => type === 'boolean' && !description?.startsWith('Whether '));
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('placeholders begin with "e.g.", but for the address that the lint of n8n demands', () => {
	const shown = parts.flatMap((part) => ('placeholder' in part && part.placeholder ? [part] : []));
	const wrong = shown.filter((part) => !/^(e\.g\. |Add )/.test(String(part.placeholder)) && part.placeholder !== 'name@email.com');
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('no text has the words error, problem, failure or mistake', () => {
	const wrong = texts.filter(({ text }) => /\b(error|problem|failure|mistake)s?\b/i.test(text) && !text.includes('message messages error'));
	expect(wrong).toEqual([]);
});

/** Names of resources and operations too, which stand without quotation marks. */
const notOnlyFields = new Set(parts.flatMap((part) => ('value' in part && 'name' in part && !('type' in part) ? [part.name] : [])));

test('names of fields stand in single quotation marks', () => {
	const names = [...new Set(properties.map(({ displayName }) => displayName))].filter((name) => !notOnlyFields.has(name));
	expect(names).toEqual(expect.arrayContaining(['Simplify', 'Limit', 'Base URL', 'Advanced: Additional Body (JSON)']));
	const unquotedPart = (text: string) =>
		text.replace(/'[A-Z][^']*'/g, (each) => (names.includes(each.slice(1, -1)) ? '' : each)).replaceAll("n8n's Filter", '');
	// A word alone is a name where it is in capitals within a sentence; who leaves out "Advanced:" or "(JSON)" names no field of the editor.
	const isNamed = (name: string, text: string) => new RegExp(`${/ /.test(name) ? '' : '[a-z0-9,;:] '}\\b${name}\\b`).test(text);
	const unquoted = names.flatMap((name) => {
		const short = name.replace(/^Advanced: /, '').replace(/ \(JSON\)$/, '');
		return texts
			.filter(({ text }) => !names.some((each) => each.endsWith(text)) && isNamed(short, unquotedPart(text)))
			.map(({ text }) => `${name}: ${text}`);
	});
	expect(unquoted).toEqual([]);
});

test('a field is called so, and not a key', () => {
	const shown = properties.flatMap(({ name, displayName, description = '', hint = '' }) =>
		[displayName, description, hint].map((text) => [name, text]),
	);
	const allowed = ['onlyOncePer', 'accessToken'];
	expect(shown.filter(([name, text]) => /\bkeys?\b/i.test(text!) && !allowed.includes(name!))).toEqual([]);
});

test('the token is a password field', () => {
	expect(new HelpdeskApi().properties.find(({ name }) => name === 'accessToken')!.typeOptions).toMatchObject({ password: true });
});

test('Simplify is there for every record of more than ten fields, and keeps at most ten', () => {
	/** Its answer is not shown, and two operations of one name could not be told apart in the editor's conditions. */
	const without = ['contact.update'];
	for (const [key, { operationId, output }] of operations) {
		const record = output.form.record && operationId && recordOf[operationId];
		const isLarge = Boolean(record) && (recordFields[record as 'Contact'].length > 10 || record === 'ThreadEvent');
		expect([key, output.form.simple !== undefined]).toEqual([key, isLarge && !without.includes(key)]);
		expect(Object.keys(output.form.simple ?? {}).length).toBeLessThanOrEqual(10);
	}
});

test('sorting stands in a collection of its own, below the options', () => {
	const names = new Helpdesk().description.properties.map(({ name }) => name);
	const sorting = new Helpdesk().description.properties.filter(({ name }) => name === 'sorting');
	expect([...new Set(sorting.flatMap(({ options = [] }) => options.map(({ name }) => name)))]).toEqual(['sort']);
	expect(names.lastIndexOf('options')).toBeLessThan(names.indexOf('sorting'));
});

test('every lone record is chosen from a list first', () => {
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(8);
	for (const { name, default: usual, modes } of locators) {
		expect([name, usual, modes![0]!.name]).toEqual([name, { mode: 'list', value: '' }, 'list']);
	}
});

test("n8n's strict mode, which takes no lint configuration but its own, is not claimed", () => {
	const { n8n } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
	expect(n8n).not.toHaveProperty('strict');
});

test('the page of decisions says of each guideline where it is met', () => {
	const page = readFileSync(join(__dirname, '../../docs/decisions/ux-guidelines.md'), 'utf8');
	const rows = page.split('\n').filter((line) => /^\| (?!Guideline|---)/.test(line));
	expect(rows.length).toBeGreaterThanOrEqual(20);
	for (const row of rows)
		expect(
			row
				.split('|')
				.map((cell) => cell.trim())
				.filter((cell) => cell !== '').length,
		).toBe(3);
});
