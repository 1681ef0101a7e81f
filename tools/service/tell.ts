import { endpoints } from '../../contract/endpoints';
import { factNames } from '../../contract/worlds';
import type { FactState, ServiceReport } from './report';

const states: FactState[] = ['shown', 'not shown by what was read', 'cannot be read'];

/** A report as a table for the screen: every open fact, then how many endpoints stand how. */
export function tell({ facts, endpoints: found, requests }: ServiceReport): string {
	const width = Math.max(...factNames.map(({ length }) => length));
	const blocks = states.map((state) => {
		const rows = factNames.filter((fact) => facts[fact].state === state);
		const lines = rows.map((fact) => {
			const { value, because } = facts[fact];
			return `  ${fact.padEnd(width)}  ${state === 'shown' ? `${value ?? 'none of the values that are known'} (${because})` : because}`;
		});
		return [`${state} (${rows.length} of ${factNames.length}):`, ...lines].join('\n');
	});
	const count = (state: string) => Object.values(found).filter((each) => each.state === state).length;
	const asked = Object.keys(endpoints).length - count('not asked');
	const summary = `${asked} endpoints were asked: ${count('answers')} answer, ${count('missing')} are missing, ${count('refused')} are refused to this token, ${count('unclear')} are unclear.`;
	return `${[...blocks, summary].join('\n\n')}\n${requests} requests, none of them wrote anything.\n`;
}
