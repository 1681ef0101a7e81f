import fc from 'fast-check';
import { stringify } from 'yaml';

import { compareDescriptions } from '../../../tools/compare/compare';
import { parseDescription } from '../../../tools/compare/description';
import { loadContract } from '../../../contract/load';
import { contractEndpoints } from '../contractRows';
import { contractCopy, outcome } from './outcome';
import { servers, styles } from './styles';

describe('the same content written in another style is the same for all endpoints', () => {
	it.each(Object.keys(styles))('%s', (name) => {
		const restyled = styles[name]!(contractCopy());
		expect(restyled).not.toEqual(contractCopy());
		expect(outcome(restyled)).toEqual([]);
	});

	it.each(Object.keys(servers))('the service at %s', (name) => {
		expect(outcome({ ...contractCopy(), servers: servers[name] })).toEqual([]);
	});

	it('any combination of styles', () => {
		fc.assert(
			fc.property(fc.subarray(Object.keys(styles)), fc.constantFrom(...Object.values(servers)), (names, urls) => {
				const restyled = names.reduce((description, name) => styles[name]!(description), { ...contractCopy(), servers: urls });
				expect(outcome(restyled)).toEqual([]);
			}),
			{ numRuns: 8, seed: 1 },
		);
	});

	const texts: Array<[string, string]> = [
		['JSON', JSON.stringify(contractCopy())],
		['JSON indented with tabs', JSON.stringify(contractCopy(), null, '\t')],
		['YAML without anchors', stringify(contractCopy(), { aliasDuplicateObjects: false })],
		['YAML with as many anchors as can be', stringify(loadContract())],
	];
	it.each(texts)('%s', (_, text) => {
		const { endpoints } = compareDescriptions(contractCopy(), parseDescription(text));
		expect(endpoints.map(({ verdict }) => verdict)).toEqual(contractEndpoints.map(() => 'same'));
	});
});
