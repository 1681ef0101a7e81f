/**
 * `npm run contract:compare -- <file> [--write]`: compares an OpenAPI description, or a report of `npm run service:check`, with our
 * contract and prints what it finds. With `--write` a report goes into the contract.
 * Exit code 0 the same, 1 differences, 2 a file that cannot be compared.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { contractFile } from '../../contract/load';
import { parseReport, type ServiceReport } from '../service/report';
import { compareDescriptions } from './compare';
import { compareReport } from './compareReport';
import { parseDescription, UnreadableError, type Json } from './description';
import { report } from './report';
import { tellReport } from './tellReport';
import { writeReport } from './writeReport';

const USAGE = 'Usage: npm run contract:compare -- <OpenAPI description, JSON or YAML, or report of npm run service:check> [--write]';

/** npm runs its scripts in the project's folder; a path is meant from where it was typed. */
const typedIn = process.env.INIT_CWD ?? process.cwd();

const [file, ...options] = process.argv.slice(3).sort((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')));
process.exitCode = compareFile(file, options.includes('--write'));

function compareFile(name: string | undefined, write: boolean): 0 | 1 | 2 {
	if (name === undefined || name.startsWith('--')) return refuse(USAGE);
	try {
		const text = textOf(resolve(typedIn, name));
		const found = parseReport(text);
		if (found) return compareFound(name, found, write);
		if (write) return refuse('Only a report of npm run service:check can be written into the contract.');
		const comparison = compareDescriptions(read(contractFile), parseDescription(text));
		process.stdout.write(headed(name, report(comparison)));
		return comparison.endpoints.every(({ verdict }) => verdict === 'same') ? 0 : 1;
	} catch (error) {
		return refuse(`Cannot compare ${name}: ${(error as Error).message}.`);
	}
}

function headed(name: string, text: string): string {
	return `Here: contract/helpdesk.openapi.yaml. There: ${name}.\n\n${text}`;
}

function compareFound(name: string, found: ServiceReport, write: boolean): 0 | 1 {
	const told = compareReport(read(contractFile), found);
	process.stdout.write(headed(name, tellReport(found, told)));
	if (write) {
		writeFileSync(contractFile, writeReport(textOf(contractFile), found));
		process.stdout.write(
			'\nWritten into contract/helpdesk.openapi.yaml: look at it with git diff, then npm run docs and npm run test:contract.\n',
		);
	}
	return told.some(({ verdict }) => verdict === 'contradicted') ? 1 : 0;
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
