import fc from 'fast-check';

import { contractCopy, outcome } from './outcome';
import { seeds } from './seeds';
import { styles } from './styles';

function altered(...names: string[]) {
	const description = contractCopy();
	for (const name of names) seeds[name]!.alter(description);
	return description;
}

describe('a difference is found at its place, and nothing else', () => {
	it.each(Object.keys(seeds))('%s', (name) => {
		expect(outcome(altered(name))).toEqual(seeds[name]!.found);
	});

	it('also in a description that is written in another way', () => {
		// The texts may name fields in another order; a version belongs to the place of the service, as some styles do.
		const placesOf = (lines: string[]) =>
			lines
				.map((line) =>
					line
						.split(': ')
						.slice(0, -1)
						.join(': ')
						.replace(/\{\w+\}/g, '{}'),
				)
				.sort();
		const suited = Object.keys(seeds).filter((name) => name !== 'another version');
		fc.assert(
			fc.property(fc.constantFrom(...suited), fc.subarray(Object.keys(styles)), (seed, chosen) => {
				const restyled = chosen.reduce((description, name) => styles[name]!(description), altered(seed));
				expect(placesOf(outcome(restyled))).toEqual(placesOf(seeds[seed]!.found));
			}),
			{ numRuns: 6, seed: 1 },
		);
	});
});
