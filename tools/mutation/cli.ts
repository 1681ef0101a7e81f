/**
 * `npm run mutation -- [--count 200] [--seed 1] [--in transport]`: makes small mistakes in what ships and in the
 * sandbox, one at a time, and says which of them no test of the fast levels notices. Takes hours for 200.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { mutantsOf, sample, type Mutant } from './mutants';
import { Workshop } from './workshop';

const FOLDERS = ['transport', 'nodes', 'credentials', 'sandbox'];
const MAX_SHOWN_LENGTH = 160;

const { values } = parseArgs({
	options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) }, in: { type: 'string' } },
});

async function main(): Promise<void> {
	const project = join(__dirname, '..', '..');
	const files = execFileSync('git', ['ls-files', '--', values.in ?? FOLDERS].flat(), { cwd: project, encoding: 'utf8' });
	const mutants = await mutantsOf(
		project,
		files
			.trim()
			.split('\n')
			.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
	);
	const chosen = sample(mutants, Number(values.count), Number(values.seed));
	console.log(`${chosen.length} of ${mutants.length} mutants, seed ${values.seed}`);
	const fates = { killed: 0, survived: 0, 'timed out': 0 };
	const survivors: Mutant[] = [];
	await hold(project);
	const open = [...chosen];
	const work = async (number: number) => {
		const workshop = new Workshop(project, number);
		for (let mutant = open.shift(); mutant; mutant = open.shift()) {
			const fate = await workshop.fateOf(mutant);
			fates[fate] += 1;
			if (fate === 'survived') survivors.push(mutant);
			console.log(`${fate.padEnd(9)} ${shown(mutant)}`);
		}
		workshop.clear();
	};
	await Promise.all(Array.from({ length: Math.min(availableParallelism(), chosen.length) }, async (_, number) => await work(number)));
	console.log(`\nSurvived:\n${survivors.map(shown).sort().join('\n')}`);
	const dead = fates.killed + fates['timed out'];
	console.log(
		`\nseed ${values.seed}: ${dead} of ${chosen.length} killed (${fates['timed out']} of them by time), ${fates.survived} survived: ${Math.round((100 * dead) / chosen.length)} %`,
	);
}

/**
 * @throws {Error} where a test fails in a copy of the project as it is, told by a file that nearly all tests have to
 * do with: every mutant would count as killed
 */
async function hold(project: string): Promise<void> {
	const file = join('transport', 'wire.ts');
	const workshop = new Workshop(project, 0);
	const fate = await workshop.fateOf({ file, content: readFileSync(join(project, file), 'utf8') });
	if (fate !== 'survived') throw new Error(`Without any mistake a test fails (${fate}):\n${workshop.failed.join('\n')}`);
}

function shown({ file, line, kind, original, replacement }: Mutant): string {
	const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, MAX_SHOWN_LENGTH);
	return `${file}:${line} ${kind}: ${short(original)} → ${short(replacement)}`;
}

void main();
