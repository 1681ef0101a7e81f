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

// n8n's UX guidelines, as far as a test can cover them:
// https://docs.n8n.io/connect/create-nodes/build-your-node/reference/ux-guidelines

type Part = INodeProperties | INodePropertyCollection | INodePropertyOptions;
const partsOf = (parts: Part[]): Part[] =>
	parts.flatMap((part) => [
		part,
		...('options' in part ? partsOf((part.options ?? []) as Part[]) : []),
		...('values' in part ? partsOf(part.values) : []),
		...('modes' in part ? ((part.modes ?? []) as unknown as Part[]) : []),
	]);
const parts = partsOf([
	...new Helpdesk().description.properties,
	...new HelpdeskTrigger().description.properties,
	...new HelpdeskApi().properties,
]);
const properties = parts.filter((part): part is INodeProperties => 'type' in part && 'default' in part);

/** All texts for people in the code: quoted texts of several words. */
const texts = sourceFiles(['nodes', 'transport', 'credentials']).flatMap((path) => {
	const found: Array<{ path: string; text: string }> = [];
	const visit = (node: ts.Node) => {
		if (ts.isStringLiteralLike(node)) found.push({ path, text: node.text });
		else if (ts.isTemplateExpression(node))
			found.push({
				path,
				text: [node.head, ...node.templateSpans.map(({ literal }) => literal)]
					.map(({ text }) => text)
					.join('…'),
			});
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
	return found.filter(({ text }) => /[a-z] [a-z]/.test(text));
});

test('these tests find over 250 texts and 60 fields to check', () => {
	expect([texts.length > 250, properties.length > 60]).toEqual([true, true]);
});

test('a switch in an optional collection is on when added, and off when absent', () => {
	const inCollections = properties
		.filter(({ type }) => type === 'collection')
		.flatMap(({ options }) => options as INodeProperties[]);
	const switches = inCollections.filter(({ type }) => type === 'boolean');
	expect(switches.length).toBeGreaterThan(10);
	expect(switches.filter((field) => field.default !== true).map(({ name }) => name)).toEqual([]);
});

/** Words that only API experts know, or that have another name in the same panel. */
const REFUSED: Array<[RegExp, string]> = [
	[
		/\b(PATCH|PUT|POST|GET|DELETE|paths?|eq|payload|endpoint|HTTP|JSON|boolean|string|array|null|parameter|attribute_name)\b/,
		'a word of the API',
	],
	[/\bagents?\b(?<!AI agents?)|\busers?\b/i, 'teammate'],
	[/\bzone\b(?<!time zone)|timezone(?!\))/i, 'time zone'],
];

test('no text in the editor uses API vocabulary, or calls teammates agents or users', () => {
	const isForExperts = (part: Part) =>
		('displayName' in part && part.displayName.startsWith('Advanced: ')) ||
		part.name.startsWith('Advanced: ') ||
		String(('displayOptions' in part && part.displayOptions?.show?.resource) || '') === 'apiRequest';
	const textsOf = (list: Part[]): string[] =>
		list
			.filter((part) => !isForExperts(part))
			.flatMap((part) => {
				const { displayName, description, placeholder, hint } = part as INodeProperties;
				const isNamed = !displayName && part.name;
				const own = [
					isNamed,
					displayName,
					description,
					placeholder,
					hint,
					(part as INodePropertyOptions).action,
				];
				const below = [
					...((part as INodeProperties).options ?? []),
					...((part as INodePropertyCollection).values ?? []),
				];
				return [
					...own.filter((text) => typeof text === 'string'),
					...textsOf(below as Part[]),
					...textsOf(((part as INodeProperties).modes ?? []) as never),
				];
			});
	const panels = [...new Helpdesk().description.properties, ...new HelpdeskTrigger().description.properties];
	const shown = textsOf(panels).map((text) => text.replace(/'Advanced: [^']*'|<a .*?>/g, ''));
	expect(shown.length).toBeGreaterThan(500);
	expect(
		shown.flatMap((text) => REFUSED.filter(([words]) => words.test(text)).map(([, why]) => `${why}: ${text}`)),
	).toEqual([]);
});

test('only the notice of unconfirmed operations says "API documentation"', () => {
	const named = parts.filter((part) =>
		/API documentation/.test(
			JSON.stringify([
				(part as INodeProperties).description,
				(part as INodeProperties).hint,
				(part as INodeProperties).displayName,
			]),
		),
	);
	expect(new Set(named.map(({ name }) => name))).toEqual(new Set(['unconfirmedNotice']));
});

test('every parameter has a name and a title, and a dropdown has choices', () => {
	const untitled = parts.filter(
		(part) => !part.name || ('displayName' in part ? !part.displayName : !('value' in part)),
	);
	expect(untitled.map((part) => JSON.stringify(part))).toEqual([]);
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

test('choices of a dropdown have distinct names and values', () => {
	const lists = properties.filter(({ type }) => type === 'options' || type === 'multiOptions');
	const wrong = lists.filter(({ options = [], default: usual }) => {
		const values = (options as INodePropertyOptions[]).map(({ value }) => value);
		const meaningless = values.filter((value) => value === undefined || (value === '' && usual !== ''));
		return new Set(values).size < values.length || meaningless.length > 0;
	});
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

/** A set, because both nodes have the filter's fields. */
const names = new Set(properties.map(({ name }) => name));

test.each([new Helpdesk().description, new HelpdeskTrigger().description])(
	'display conditions of $name use only existing fields and values',
	({ properties }) => {
		const all = partsOf(properties).filter((part): part is INodeProperties => 'type' in part);
		const named = new Map(all.map(({ name }) => [name, all.filter((other) => other.name === name)]));
		const wrong = all.flatMap(({ name, displayOptions = {}, typeOptions }) => [
			...Object.entries({ ...displayOptions.show, ...displayOptions.hide })
				.filter(([of]) => !of.startsWith('@') && !of.startsWith('/_'))
				.filter(([of, values]) => {
					const fields = named.get(of.replace(/^\//, '').split('.')[0]!) ?? [];
					const choices = fields.flatMap(({ options = [] }) =>
						(options as INodePropertyOptions[]).map(({ value }) => value),
					);
					const isFree = fields.some(({ type }) => !['options', 'multiOptions'].includes(type));
					return (
						fields.length === 0 ||
						values!.length === 0 ||
						(!isFree && values!.some((value) => !choices.includes(value as string)))
					);
				})
				.map((condition) => [name, condition]),
			...((typeOptions?.loadOptionsDependsOn ?? []) as string[])
				.filter((of) => !names.has(of.split('.')[0]!))
				.map((of) => [name, of]),
		]);
		expect(wrong).toEqual([]);
	},
);

test('actions omit articles, begin with a capital and are unique', () => {
	const actions = operations.map(([, { action }]) => action);
	expect(actions.filter((action) => /\b(a|an|the)\b/i.test(action))).toEqual([]);
	expect(actions.filter((action) => !/^[A-Z][^A-Z]*( API [a-z]+)?$/.test(action))).toEqual([]);
	expect(new Set(actions).size).toBe(actions.length);
});

test('Update Many is the last confirmed operation of its resource', () => {
	const [first] = properties.filter(({ name }) => name === 'operation');
	const confirmed = (first!.options as INodePropertyOptions[]).filter(
		(each) => !/not confirmed/.test(each.description!),
	);
	expect(confirmed.at(-1)!.value).toBe('updateMany');
});

test('exactly the descriptions of booleans begin with "Whether"', () => {
	const wrong = properties.filter(
		({ type, description }) => type === 'boolean' && !description?.startsWith('Whether '),
	);
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

test(`placeholders begin with "e.g.", except for an address that n8n's lint demands`, () => {
	const shown = parts.flatMap((part) => ('placeholder' in part && part.placeholder ? [part] : []));
	const wrong = shown.filter(
		(part) => !/^(e\.g\. |Add )/.test(String(part.placeholder)) && part.placeholder !== 'name@email.com',
	);
	expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('no text in the editor uses the words error, problem, failure or mistake', () => {
	const wrong = texts.filter(
		({ text }) => /\b(error|problem|failure|mistake)s?\b/i.test(text) && !text.includes('message messages error'),
	);
	expect(wrong).toEqual([]);
});

/** Field names that are also names of resources or operations, which need no quotation marks. */
const notOnlyFields = new Set(
	parts.flatMap((part) => ('value' in part && 'name' in part && !('type' in part) ? [part.name] : [])),
);

test('only two known texts have angle brackets, because n8n hides them in errors', () => {
	const paths = texts.filter(({ text }) => /<[^>]*>/.test(text)).map(({ path }) => path.replace(/.*\/nodes\//, ''));
	expect(paths).toEqual(['Helpdesk/run/context/contextText.ts', 'shared/fields/build.ts']);
});

test('texts have names of fields in single quotation marks', () => {
	const names = [...new Set(properties.map(({ displayName }) => displayName))].filter(
		(name) => !notOnlyFields.has(name),
	);
	expect(names).toEqual(
		expect.arrayContaining(['Simplify', 'Limit', 'Base URL', 'Advanced: Additional Body (JSON)']),
	);
	const unquotedPart = (text: string) =>
		text
			.replace(/'[A-Z][^']*'/g, (each) => (names.includes(each.slice(1, -1)) ? '' : each))
			.replace(/n8n's Filter|Saved Reply: \w+/g, '');
	// A single word is a field's name if it is capitalized within a sentence.
	const isNamed = (name: string, text: string) =>
		new RegExp(`${/ /.test(name) ? '' : '[a-z0-9,;:] '}\\b${name}\\b`).test(text);
	const unquoted = names.flatMap((name) => {
		const short = name.replace(/^Advanced: /, '').replace(/ \(JSON\)$/, '');
		return texts
			.filter(({ text }) => !names.some((each) => each.endsWith(text)) && isNamed(short, unquotedPart(text)))
			.map(({ text }) => `${name}: ${text}`);
	});
	expect(unquoted).toEqual([]);
});

test('texts say "field", not "key"', () => {
	const shown = properties.flatMap(({ name, displayName, description = '', hint = '' }) =>
		[displayName, description, hint].map((text) => [name, text]),
	);
	const allowed = ['onlyOncePer', 'accessToken'];
	expect(shown.filter(([name, text]) => /\bkeys?\b/i.test(text!) && !allowed.includes(name!))).toEqual([]);
});

test('every operation whose record has more than ten fields offers Simplify, which keeps at most ten', () => {
	/**
	 * Its response is unknown. Another operation has the same name, and the editor's conditions cannot separate them.
	 */
	const without = ['contact.update'];
	for (const [key, { operationId, output }] of operations) {
		const record = output.form.record && operationId && recordOf[operationId];
		const isLarge = Boolean(record) && (recordFields[record as 'Contact'].length > 10 || record === 'ThreadEvent');
		expect([key, output.form.simple !== undefined]).toEqual([key, isLarge && !without.includes(key)]);
		expect(Object.keys(output.form.simple ?? {}).length).toBeLessThanOrEqual(10);
	}
});

test('Sorting is a separate collection below Options', () => {
	const names = new Helpdesk().description.properties.map(({ name }) => name);
	const sorting = new Helpdesk().description.properties.filter(({ name }) => name === 'sorting');
	expect([...new Set(sorting.flatMap(({ options = [] }) => options.map(({ name }) => name)))]).toEqual(['sort']);
	expect(names.lastIndexOf('options')).toBeLessThan(names.indexOf('sorting'));
});

test('every field for a single record starts with From List', () => {
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(8);
	for (const { name, default: usual, modes } of locators) {
		expect([name, usual, modes![0]!.name]).toEqual([name, { mode: 'list', value: '' }, 'list']);
	}
});

test("package.json does not claim n8n's strict mode", () => {
	const { n8n } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
	expect(n8n).not.toHaveProperty('strict');
});

test.each([new Helpdesk().description, new HelpdeskTrigger().description])(
	"the description of $name tells n8n's AI builder how to find it and which node goes with it",
	(node) => {
		const { searchHint, relatedNodes } = node.builderHint!;
		expect(searchHint!.length).toBeGreaterThan(50);
		const [related] = relatedNodes!;
		expect(['n8n-nodes-helpdesk.helpdesk', 'n8n-nodes-helpdesk.helpdeskTrigger']).toContain(related!.nodeType);
		expect(related!.nodeType).not.toBe(`n8n-nodes-helpdesk.${node.name}`);
	},
);

test('the palette finds the node by words such as snooze and mailbox', () => {
	const { alias } = JSON.parse(readFileSync(join(__dirname, '../../nodes/Helpdesk/Helpdesk.node.json'), 'utf8'));
	const typed = ['snooze', 'reply', 'note', 'spam', 'escalate', 'SLA', 'customer', 'mailbox', 'tag', 'attachment'];
	expect(alias).toEqual(expect.arrayContaining(typed));
});

/** n8n's own sentence for lists of dynamic options. */
const OF_LISTS = / Choose from the list, or specify (an ID|IDs) using an <a .*/;

const panelTexts = parts.flatMap((part) => {
	const { type, displayName, description, hint, placeholder } = part as INodeProperties;
	const texts = [description, hint, placeholder, type === 'notice' ? displayName : undefined];
	return texts.flatMap((text) => text?.replace(OF_LISTS, '') ?? []);
});

test('a text of the panel has at most 120 characters and no double full stop', () => {
	expect(panelTexts.length).toBeGreaterThan(300);
	expect(panelTexts.filter((text) => text.length > 120 || text.includes('..'))).toEqual([]);
});

/** Texts that may repeat: what an empty field means, and how to enter a value. */
const OF_EACH = /^$|time ?zone|^Not in the list|^Point at|^Several|^Empty/i;

test('no caveat is repeated in several fields of a collection', () => {
	for (const { name, options } of properties.filter(({ type }) => type === 'collection')) {
		const sentences = (options as INodeProperties[]).flatMap((field) => {
			const text = `${field.description}. ${field.hint ?? ''}`.replace(OF_LISTS, '');
			return [...new Set(text.split(/\. ?/).slice(1))].map((sentence) => `${field.name}: ${sentence}`);
		});
		const caveats = [...new Set(sentences)]
			.map((each) => each.replace(/^\w+: /, ''))
			.filter((each) => !OF_EACH.test(each));
		expect([name, caveats.filter((each, index) => caveats.indexOf(each) < index)]).toEqual([name, []]);
	}
});
