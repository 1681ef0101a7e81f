import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

import { drawWorld, factNames, openFacts } from '../../contract/worlds';

/** Returns the values of each fact in the type World. */
function typedFacts() {
	const file = join(__dirname, '..', '..', 'contract', 'worlds.ts');
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
	const world = source.statements.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'World')!;
	const literals = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, value]) => value!);
	return Object.fromEntries(
		world.members
			.filter(ts.isPropertySignature)
			.map(({ name, type }) => [name.getText(), literals(type!.getText())]),
	);
}

describe('the facts that the specification leaves open', () => {
	it('have at least two values and a clause in the contract, and match the type World', () => {
		const declared = Object.fromEntries(factNames.map((fact) => [fact, openFacts[fact].values]));
		expect(typedFacts()).toEqual(declared);
		for (const { about, openBy, values } of Object.values(openFacts)) {
			expect([about.length > 10, openBy.length > 10, values.length > 1]).toEqual([true, true, true]);
			expect(new Set(values).size).toBe(values.length);
		}
	});
});

const open = Object.fromEntries(
	factNames.map((fact) => [fact, { ...openFacts[fact], shown: undefined }]),
) as typeof openFacts;

describe('the random helpdesk of a seed', () => {
	it('is always the same, and differs from that of another seed', () => {
		expect(drawWorld(7)).toEqual(drawWorld(7));
		expect(new Set(Array.from({ length: 200 }, (_, seed) => JSON.stringify(drawWorld(seed, open)))).size).toBe(200);
	});

	it('has each value of each open fact in some of 500 seeds', () => {
		const worlds = Array.from({ length: 500 }, (_, seed) => drawWorld(seed, open));
		for (const fact of factNames) {
			expect(new Set(worlds.map((world) => world[fact]))).toEqual(new Set(openFacts[fact].values));
		}
	});
});
