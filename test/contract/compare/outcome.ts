import { compareDescriptions } from '../../../tools/compare/compare';
import { parseDescription } from '../../../tools/compare/description';
import { loadContract } from '../../../contract/load';
import { copy, type Node } from './walk';

const contract = loadContract();

/** A copy of the contract in which no two places share an object. */
export const contractCopy = (): Node => copy(contract);

const ours = contractCopy();

/** All that the comparison of the contract with a description says, a line each; empty when they are the same. */
export function outcome(description: Node): string[] {
	const { endpoints } = compareDescriptions(ours, parseDescription(JSON.stringify(description)));
	return endpoints
		.filter(({ verdict }) => verdict !== 'same')
		.flatMap(({ verdict, endpoint: { method, path }, differences }) => {
			if (verdict !== 'differs') return [`${verdict}: ${method} ${path}`];
			return differences.map(({ where, here, there }) => `${method} ${path}: ${where}: ${here ?? 'not here'} → ${there ?? 'not there'}`);
		});
}
