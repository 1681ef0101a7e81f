import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const project = join(__dirname, '..', '..', '..');
const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: project, encoding: 'utf8' }).trim().split('\n');

const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(file: string) {
	const { importedFiles } = ts.preProcessFile(readFileSync(join(project, file), 'utf8'));
	const named = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith('.'));
	return named.flatMap(
		(name) =>
			['.ts', '/index.ts'].map((end) => join(file, '..', `${name}${end}`)).find((each) => files.includes(each)) ??
			[],
	);
}

/** Returns the shortest cycle of imports through a file, or undefined. */
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

const page = readFileSync(join(project, 'docs', 'decisions', 'dependencies.md'), 'utf8');

const { dependencies = {}, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));

const reasons = new Map([...page.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, name, reason]) => [name!, reason!]));

describe('the documentation of dependencies', () => {
	it('gives a reason for every dependency, and lists no other package', () => {
		expect([...reasons.keys()].sort()).toEqual(Object.keys(devDependencies).sort());
		for (const reason of reasons.values()) expect(reason.length).toBeGreaterThan(8);
	});

	it('the package has no runtime dependencies', () => expect(dependencies).toEqual({}));

	it('every dev dependency has an exact version', () => {
		for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	});
});

it('CONTRIBUTING names every folder of the project, and only existing folders', () => {
	const tracked = execFileSync('git', ['ls-files'], { cwd: project, encoding: 'utf8' }).trim().split('\n');
	const folders = new Set(tracked.map((file) => /^([^./][^/]*\/)/.exec(file)?.[1]).filter((folder) => folder));
	const tree = /## Where things are\n\n```\n([\s\S]*?)```/.exec(
		readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8'),
	)![1]!;
	const named = tree
		.trim()
		.split('\n')
		.map((line) => line.split(' ')[0]);
	expect(named.sort()).toEqual([...folders].sort());
});
