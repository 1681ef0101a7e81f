import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Operation } from 'openapi-backend';
import { parse } from 'yaml';

export const contractFile = join(__dirname, 'helpdesk.openapi.yaml');

/** An operation of the contract with the extensions that its header explains. */
export type ContractOperation = Operation & {
	operationId: string;
	'x-provenance': 'documented' | 'provisional';
	'x-pat-only'?: true;
	'x-read-only'?: true;
	'x-not-shown'?: string;
};

/** Reads the contract anew, so that a caller may change its copy. References are left as they are. */
export function loadContract(): Document {
	return parse(readFileSync(contractFile, 'utf8')) as Document;
}
