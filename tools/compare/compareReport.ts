import type { OperationId } from '../../contract/endpoints';
import { recordSchema, type RecordSchema } from '../../contract/load';
import type { Fact } from '../../contract/worlds';
import type { FactFinding, RecordFinding, ServiceReport } from '../service/report';
import { jsonAt, listAt, type Json } from './description';

/** How something that the contract says stands after a helpdesk was read. */
export type ReportVerdict = 'confirmed' | 'contradicted' | 'open';

export interface Told {
	verdict: ReportVerdict;
	/** A fact, an endpoint or a record with its field. */
	what: string;
	/** What the contract says, what the report says, and by what. */
	text: string;
}

/** Holds a report against the contract: its open facts, its endpoints that read, and the fields of its records. */
export function compareReport(contract: Json, report: ServiceReport): Told[] {
	return [...compareFacts(contract, report), ...compareEndpoints(contract, report), ...compareRecords(report)];
}

/** What the contract takes for a fact: what a helpdesk has shown, or the value of the pleasant world. */
export function takenValue(contract: Json, fact: string): string {
	const { shown, values } = jsonAt(jsonAt(contract['x-open-facts'])[fact]);
	return String(shown ?? listAt(values)[0]);
}

function compareFacts(contract: Json, { facts }: ServiceReport): Told[] {
	return (Object.entries(facts) as Array<[Fact, FactFinding]>).map(([fact, { state, value, because }]) => {
		const here = takenValue(contract, fact);
		if (state !== 'shown') return { verdict: 'open', what: fact, text: `${state}: ${because}` };
		if (value === here) return { verdict: 'confirmed', what: fact, text: `${here} (${because})` };
		return { verdict: 'contradicted', what: fact, text: `here ${here}; there ${value ?? 'none of the values that are known here'} (${because})` };
	});
}

/** The endpoints that were asked. Whether the provisional ones are there is a fact of its own, which is not said twice. */
function compareEndpoints(contract: Json, { endpoints, facts }: ServiceReport): Told[] {
	return endpointsOf(contract).flatMap(({ operationId, method, path, provisional }): Told[] => {
		const { state, status } = endpoints[operationId] ?? { state: 'not asked' };
		const what = `${method} ${path}`;
		if (state === 'not asked') return [];
		if (state === 'answers') return [{ verdict: 'confirmed', what, text: `answers ${status}${provisional ? ', provisional here' : ''}` }];
		const counted = provisional && facts.provisionalEndpoints.state === 'shown';
		if (state === 'missing' && !counted) return [{ verdict: 'contradicted', what, text: `answers ${status}` }];
		return [{ verdict: 'open', what, text: status === undefined ? 'no answer came' : `answers ${status}` }];
	});
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface ContractEndpoint {
	operationId: OperationId;
	method: string;
	path: string;
	provisional: boolean;
}

function endpointsOf(contract: Json): ContractEndpoint[] {
	return Object.entries(jsonAt(contract.paths)).flatMap(([path, item]) =>
		METHODS.filter((method) => method in jsonAt(item)).map((method) => {
			const operation = jsonAt(jsonAt(item)[method]);
			const operationId = operation.operationId as OperationId;
			return { operationId, method: method.toUpperCase(), path, provisional: operation['x-provenance'] === 'provisional' };
		}),
	);
}

/** Which fields of records say nothing new, since a fact says it: when it has one of these values. */
const explained: Array<{ fact: Fact; values: string[]; field: RegExp }> = [
	{ fact: 'idType', values: ['number'], field: /^(id|agents|last_message_by|.*_ids?)$/ },
	{ fact: 'updatedAt', values: ['absent'], field: /^updated_at$/ },
	{ fact: 'lastMessage', values: ['absent'], field: /^last_message$/ },
	{ fact: 'lastMessageBy', values: ['directionOnly', 'absent'], field: /^(last_message_by|direction)$/ },
	{ fact: 'assigneeShape', values: ['absentWhenNone'], field: /^assignable_(id|type)$/ },
	{ fact: 'messageRecord', values: ['message'], field: /^(action|actor_type|event)$/ },
];

/** Documented fields that no record has, or that are of another type. */
function compareRecords({ records, facts }: ServiceReport): Told[] {
	return Object.entries(records).flatMap(([what, finding]) => {
		const schema = recordSchema(what.split(' ')[0]!);
		const isExplained = (field: string) =>
			explained.some(
				(each) => each.field.test(field) && facts[each.fact].state === 'shown' && each.values.includes(facts[each.fact].value ?? ''),
			);
		return fieldDifferences(schema, finding)
			.filter(({ field }) => !isExplained(field))
			.map(({ field, text }): Told => ({ verdict: 'contradicted', what: `${what}, ${field}`, text }));
	});
}

/** Fewer records may lack a field by chance: which of them may be absent is not shown. */
const ENOUGH = 5;

function fieldDifferences({ properties }: RecordSchema, { read, fields, missing }: RecordFinding): Array<{ field: string; text: string }> {
	const absent =
		read < ENOUGH ? [] : missing.map((field) => ({ field, text: `here ${typesOf(properties[field]).join(' or ')}; in none of ${read} records` }));
	const others = Object.entries(fields).flatMap(([field, types]) => {
		const known = typesOf(properties[field]);
		const strange = known.length === 0 ? [] : types.filter((type) => !['null', 'absent', ...known].includes(type));
		return strange.length === 0 ? [] : [{ field, text: `here ${known.join(' or ')}; there ${strange.join(' or ')}` }];
	});
	return [...absent, ...others];
}

/** JSON types of a schema; none where it says nothing. */
function typesOf(schema: RecordSchema | undefined): string[] {
	return [schema?.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type));
}
