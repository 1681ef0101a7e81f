import { isMap, isScalar, parseDocument, type Document, type Node, type Scalar } from 'yaml';

import type { OperationId } from '../../contract/endpoints';
import type { Fact } from '../../contract/worlds';
import type { FactFinding, ServiceReport } from '../service/report';

/** Text that takes the place of what stands from one offset to another. */
interface Edit {
	from: number;
	to: number;
	text: string;
}

/**
 * The contract with what a report shows: a fact's value as `shown`, and an endpoint that answers as `confirmed` in place of
 * `provisional`. Everything else stands as it stood, to the letter, so that the difference can be read.
 */
export function writeReport(contract: string, { facts, endpoints }: ServiceReport): string {
	const document = parseDocument(contract, { merge: true });
	const edits = [
		...(Object.entries(facts) as Array<[Fact, FactFinding]>).flatMap(([fact, finding]) => factEdits(contract, document, fact, finding)),
		...provenances(document).flatMap(({ operationId, provenance }): Edit[] => {
			if (provenance.value !== 'provisional' || endpoints[operationId]?.state !== 'answers') return [];
			return [{ ...rangeOf(provenance), text: 'confirmed' }];
		}),
	];
	return edits
		.sort((a, b) => b.from - a.from)
		.reduce((text, { from, to, text: inserted }) => text.slice(0, from) + inserted + text.slice(to), contract);
}

function factEdits(contract: string, document: Document, fact: Fact, { state, value }: FactFinding): Edit[] {
	const values = document.getIn(['x-open-facts', fact, 'values'], true) as Node | undefined;
	const known = (document.getIn(['x-open-facts', fact, 'values']) as { toJSON: () => string[] } | undefined)?.toJSON() ?? [];
	if (!values?.range || state !== 'shown' || !value || !known.includes(value)) return [];
	const before = document.getIn(['x-open-facts', fact, 'shown'], true);
	if (isScalar(before)) return before.value === value ? [] : [{ ...rangeOf(before), text: value }];
	const lineEnd = contract.indexOf('\n', values.range[1]);
	return [{ from: lineEnd, to: lineEnd, text: `\n    shown: ${value}` }];
}

function provenances(document: Document): Array<{ operationId: OperationId; provenance: Scalar }> {
	const paths = document.get('paths');
	if (!isMap(paths)) return [];
	const items = paths.items.flatMap(({ value }) => (isMap(value) ? value.items : []));
	return items.flatMap(({ value: operation }) => {
		const provenance = isMap(operation) ? operation.get('x-provenance', true) : undefined;
		return isMap(operation) && isScalar(provenance) ? [{ operationId: String(operation.get('operationId')) as OperationId, provenance }] : [];
	});
}

function rangeOf({ range }: Scalar): Pick<Edit, 'from' | 'to'> {
	const [from, to] = range!;
	return { from, to };
}
