import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const project = join(__dirname, '..', '..', '..');
const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: project, encoding: 'utf8' }).trim().split('\n');

/** The project's files that each file imports, types included. */
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
	const { importedFiles } = ts.preProcessFile(readFileSync(join(project, file), 'utf8'));
	const named = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
	return named.flatMap(
		(name) =>
			['.ts', '/index.ts'].map((end) => join(file, '..', `${name}${end}`)).find((each) => files.includes(each)) ??
			[],
	);
}

/** Returns the shortest circle of imports through a file, or undefined. */
function circleOf(start: string): string[] | undefined {
	const cameFrom = new Map<string, string>();
	const waiting = [start];
	for (let at = 0; at < waiting.length; at += 1) {
		for (const next of imports.get(waiting[at]!)!) {
			if (next === start) return wayTo(waiting[at]!, cameFrom);
			if (!cameFrom.has(next)) waiting.push(next);
			if (!cameFrom.has(next)) cameFrom.set(next, waiting[at]!);
		}
	}
	return undefined;
}

function wayTo(file: string, cameFrom: Map<string, string>): string[] {
	const before = cameFrom.get(file);
	return before === undefined ? [file] : [...wayTo(before, cameFrom), file];
}

it('no import is circular, including imports of types', () => {
	expect([...imports.values()].flat().length).toBeGreaterThan(1_000);
	expect(files.flatMap((file) => circleOf(file)?.join(' → ') ?? [])).toEqual([]);
});

it.each([
	['the published code', /^(nodes|credentials|transport)\//, /^(nodes|credentials|transport|contract)\//],
	['the contract', /^contract\//, /^contract\//],
	['the simulated helpdesk', /^sandbox\//, /^(sandbox|contract)\//],
	['the tools', /^tools\//, /^(tools|sandbox|nodes|credentials|transport|contract)\//],
	['the transport', /^transport\//, /^(transport|contract)\//],
])('%s imports only from its own folders and those below it', (_, room, allowed) => {
	const of = [...imports]
		.filter(([file]) => room.test(file))
		.flatMap(([file, all]) => all.map((each) => [file, each]));
	expect(of.length).toBeGreaterThan(0);
	expect(of.filter(([, imported]) => !allowed.test(imported!))).toEqual([]);
});
