import fc from 'fast-check';

import { compareDescriptions } from '../../../tools/compare/compare';
import { parseDescription, UnreadableError } from '../../../tools/compare/description';
import { report } from '../../../tools/compare/report';
import { contractCopy } from './outcome';
import { copy } from './walk';

const comparing = (text: string) => () => compareDescriptions(contractCopy(), parseDescription(text));
const getMe = (item: string) => `openapi: 3.1.0\npaths:\n  /me: ${item}\n`;

describe('a description that cannot be compared is refused in one line', () => {
	const cases: Array<[string, string, RegExp]> = [
		['broken JSON', '{"openapi": "3.1.0", [', /^it is neither JSON nor YAML: .+$/],
		['broken YAML', 'openapi: "3.1.0\npaths: {', /^it is neither JSON nor YAML: .+$/],
		['another text', '# A heading\n\nText', /^it is no OpenAPI description: it does not begin with "openapi"$/],
		['nothing', '', /^it is no OpenAPI description.*$/],
		['Swagger 2', 'swagger: "2.0"', /^it is no OpenAPI description.*$/],
		['a later OpenAPI', 'openapi: 4.0.0', /^it is of OpenAPI 4.0.0; 3.0 and 3.1 can be compared$/],
		['no paths', 'openapi: 3.1.0', /^it has no "paths"$/],
		['a reference to another file', getMe("{ $ref: 'paths/me.yaml' }"), /^it refers to "paths\/me.yaml"; make one file of it first.*$/],
		[
			'a reference to nothing',
			getMe("{ $ref: '#/components/pathItems/Me' }"),
			/^it refers to "#\/components\/pathItems\/Me", which it does not have$/,
		],
		['a reference to itself', getMe("{ $ref: '#/paths/~1me' }"), /^its reference "#\/paths\/~1me" leads in a circle$/],
		['a reference that is not encoded well', getMe("{ $ref: '#/%' }"), /^it refers to "#\/%", which it does not have$/],
	];
	it.each(cases)('%s', (_, text, message) => {
		expect(comparing(text)).toThrow(UnreadableError);
		expect(comparing(text)).toThrow(message);
	});
});

describe('a schema that contains itself comes to an end', () => {
	const withAnswer = (schemas: object) =>
		JSON.stringify({
			openapi: '3.1.0',
			paths: { '/me': { get: { responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } } } } },
			components: { schemas },
		});
	const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
	const schemas: Array<[string, object, object]> = [
		[
			'in a field',
			{ A: { properties: { child: ref('A') } } },
			{ A: { properties: { child: ref('B') } }, B: { properties: { child: ref('A') } } },
		],
		['in a list', { A: { items: ref('A') } }, { A: { items: { items: ref('A') } } }],
		['as its own parent', { A: { oneOf: [ref('B'), ref('C')] }, B: { allOf: [ref('A'), { type: 'object' }] }, C: { type: 'string' } }, {}],
		[
			'in what it is merged from',
			{ A: { allOf: [ref('B'), { properties: { child: ref('A') } }] }, B: { properties: { child: ref('B'), id: { type: 'string' } } } },
			{},
		],
		['as nothing but itself', { A: ref('A') }, { A: { allOf: [ref('A')] } }],
	];
	it.each(schemas)('%s', (_, here, there) => {
		const [ours, theirs] = [here, Object.keys(there).length > 0 ? there : here].map((each) => parseDescription(withAnswer(each)));
		expect(compareDescriptions(ours!, theirs!).endpoints).toMatchObject([{ verdict: 'same' }]);
	});
});

describe('a description with anything anywhere', () => {
	const { paths, ...rest } = contractCopy();
	const few = {
		...rest,
		paths: Object.fromEntries(['/me', '/contacts', '/inboxes/{inbox_id}', '/settings/tags'].map((path) => [path, paths[path]])),
	};
	const junk = [
		null,
		'x',
		0,
		[],
		{},
		[null],
		{ $ref: 1 },
		{ $ref: '#/paths' },
		{ $ref: '#' },
		{ allOf: [null, true, false] },
		{ anyOf: [1, 2] },
		{ type: [null, {}] },
	];

	it('is compared, or refused as unreadable', () => {
		const anywhere = fc.array(fc.nat(), { minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(anywhere, fc.constantFrom(...junk), (steps, value) => {
				const description = copy(few);
				let at = description;
				for (const step of steps) {
					const names = Object.keys(at);
					const name = names[step % names.length]!;
					const isEnd = typeof at[name] !== 'object' || at[name] === null || Object.keys(at[name]).length === 0 || step === steps.at(-1);
					if (isEnd) at[name] = value;
					if (isEnd) break;
					at = at[name];
				}
				try {
					expect(report(compareDescriptions(few, parseDescription(JSON.stringify(description))))).toContain('endpoints here: ');
				} catch (error) {
					expect(error).toBeInstanceOf(UnreadableError);
				}
			}),
			{ numRuns: 100, seed: 1 },
		);
	});
});
