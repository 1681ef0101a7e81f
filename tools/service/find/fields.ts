import { recordOf, type OperationId } from '../../../contract/endpoints';
import { loadContract, recordSchema, type RecordSchema } from '../../../contract/load';
import { isObject } from '../../../transport/answers/shape';
import type { Json, Seen } from '../looks';
import type { RecordFinding, ServiceReport } from '../report';

/** The JSON type of a value as the report names it. */
export function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'absent';
	return Array.isArray(value) ? 'array' : typeof value;
}

/**
 * Words of programs. A field that the contract does not know is named in a report only if its name is made of these and of the
 * contract's own: any other may be a customer's, such as the key of a custom field.
 */
const PROGRAM_WORDS =
	'account action actions actor all at attachment attachments avatar badge base body by can channel color colour count counts created ' +
	'deleted description direction downloadable draft drafts email enabled event external file first flags format has hash hidden html icon id ids inbox ' +
	'index is items key kind language last level link links list locale max message messages meta min mode number object order organization parent ' +
	'path permission permissions position public read record reference related reply role scheduled schema seen sent service size sort source ' +
	'state status subject summary tag tags team teams template text thread time timestamp title to token total type unread updated uri url user ' +
	'users uuid value values version visibility was web';

let words: Set<string> | undefined;

function programWords(): Set<string> {
	if (words) return words;
	words = new Set(PROGRAM_WORDS.split(' '));
	for (const schema of Object.values(loadContract().components?.schemas ?? {})) {
		for (const name of Object.keys((schema as { properties?: object }).properties ?? {})) name.split('_').forEach((word) => words!.add(word));
	}
	return words;
}

const isProgramName = (name: string): boolean => /^[a-z]+(_[a-z]+)*$/.test(name) && name.split('_').every((word) => programWords().has(word));

/** What the records of a kind have, beside what the contract says of them. */
export function recordFound(schema: RecordSchema, records: Json[]): RecordFinding {
	const known = Object.keys(schema.properties);
	const typesOf = (field: string) => [...new Set(records.map((record) => typeOf(record[field])))].sort();
	const missing = known.filter((field) => records.every((record) => record[field] === undefined));
	const others = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((field) => !known.includes(field));
	const named = others.filter(isProgramName);
	const table = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, typesOf(field)]));
	return {
		read: records.length,
		fields: table(known.filter((field) => !missing.includes(field))),
		missing,
		beyond: table(named),
		unnamed: others.length - named.length,
	};
}

/** By "Record in operation"; of a conversation, its contact and last message too, and of a thread the messages in its entries. */
export function recordsFound(seen: Seen): ServiceReport['records'] {
	const found: ServiceReport['records'] = {};
	const add = (name: string, operationId: OperationId, records: Json[]) => {
		if (records.length > 0) found[`${name} in ${operationId}`] = recordFound(recordSchema(name), records);
	};
	for (const [operationId, name] of Object.entries(recordOf) as Array<[OperationId, string]>) {
		const records = seen.records(operationId);
		const parts = (field: string) => records.map((record) => record[field]).filter(isObject) as Json[];
		const bareMessages = name === 'ThreadEvent' && records.some((record) => 'html_body' in record);
		add(bareMessages ? 'Message' : name, operationId, records);
		if (name === 'ThreadEvent') add('Message', operationId, bareMessages ? records : parts('event'));
		if (name !== 'Conversation') continue;
		add('Contact', operationId, parts('contact'));
		add('Message', operationId, parts('last_message'));
	}
	return found;
}
