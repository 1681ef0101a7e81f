import type { ServiceReport } from '../service/report';
import type { ReportVerdict, Told } from './compareReport';

/** The comparison as text: what is confirmed, what is open, what is contradicted, and what it comes to. */
export function tellReport({ records, words, requests, day }: ServiceReport, told: Told[]): string {
	const group = (verdict: ReportVerdict) => told.filter((each) => each.verdict === verdict);
	const width = Math.max(...told.map(({ what }) => what.length));
	const lines = (verdict: ReportVerdict) =>
		group(verdict).map(({ what, text }) => `${verdict.padEnd(12)}  ${what.padEnd(width)}  ${text}`.trimEnd());
	const beyond = Object.entries(records).flatMap(([what, { beyond: named, unnamed }]) => {
		const names = Object.entries(named).map(([name, types]) => `${name} (${types.join(' or ')})`);
		const all = [...names, ...(unnamed > 0 ? [`${unnamed} that are not named`] : [])];
		return all.length === 0 ? [] : [`new           ${what}: ${all.join(', ')}`];
	});
	const others = Object.entries(words).flatMap(([field, { others: count }]) => (count > 0 ? [`new           ${field}: ${count} other words`] : []));
	const contradicted = group('contradicted').length;
	const counts = `${group('confirmed').length} confirmed, ${contradicted} contradicted, ${group('open').length} still open`;
	return [
		...[lines('confirmed'), [...beyond, ...others], lines('open'), lines('contradicted')]
			.filter((block) => block.length > 0)
			.map((block) => block.join('\n')),
		`Read on ${day} with ${requests} requests: ${counts}.\n${contradicted === 0 ? 'The same: nothing that was read contradicts the contract.' : 'Not the same.'}\n`,
	].join('\n\n');
}
