/**
 * `npm run contract:compare -- <file>`: compares an OpenAPI description with our contract and prints what it finds.
 * Exit code 0 the same, 1 differences, 2 a file that cannot be compared.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { contractFile } from '../../contract/load';
import { compareDescriptions } from './compare';
import { parseDescription, UnreadableError, type Json } from './description';
import { report } from './report';

/** npm runs its scripts in the project's folder; a path is meant from where it was typed. */
const typedIn = process.env.INIT_CWD ?? process.cwd();

process.exitCode = compareFile(process.argv[3]);

function compareFile(file: string | undefined): 0 | 1 | 2 {
	if (file === undefined) return refuse('Usage: npm run contract:compare -- <OpenAPI description, JSON or YAML>');
	try {
		const comparison = compareDescriptions(read(contractFile), read(resolve(typedIn, file)));
		process.stdout.write(`Here: contract/helpdesk.openapi.yaml. There: ${file}.\n\n${report(comparison)}`);
		return comparison.endpoints.every(({ verdict }) => verdict === 'same') ? 0 : 1;
	} catch (error) {
		return refuse(`Cannot compare ${file}: ${(error as Error).message}.`);
	}
}

function read(file: string): Json {
	return parseDescription(textOf(file));
}

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new UnreadableError(code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`);
	}
}

function refuse(message: string): 2 {
	console.error(message);
	return 2;
}
