import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Minutes of two processors; HELPDESK_WIRE_CASES plays more. */
const CASES = Number(process.env.HELPDESK_WIRE_CASES ?? 8_000);

/** One process each, as a case takes a processor more than it waits. */
const PARTS = Math.min(4, availableParallelism());

jest.setTimeout(1_800_000);

/** The cases of the engine level, a share of them, in a process of its own. */
async function share(part: number, seed: number): Promise<{ code: number | null; output: string }> {
	const env = { ...process.env, HELPDESK_WIRE_SEED: String(seed), HELPDESK_WIRE_CASES: String(CASES), HELPDESK_WIRE_PART: `${part}/${PARTS}` };
	const jestBin = join(__dirname, '../../node_modules/jest/bin/jest.js');
	const args = [jestBin, '--selectProjects', 'engine', '--runInBand', 'test/engine/wire/storm.test.ts'];
	const child = spawn(process.execPath, args, { env, cwd: join(__dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return { code, output };
}

it(`of ${CASES} random cases on a hostile wire none is written twice, lost in silence or told wrongly`, async () => {
	const seed = Number(process.env.HELPDESK_WIRE_SEED ?? Date.now() % 1_000_000_000);
	const shares = await Promise.all(Array.from({ length: PARTS }, async (_, part) => await share(part, seed)));
	for (const { output } of shares) console.info(/\d+ cases on a hostile wire.*/.exec(output)?.[0]);
	expect(shares.filter(({ code }) => code !== 0).map(({ output }) => output)).toEqual([]);
	const cases = shares.map(({ output }) => Number(/(\d+) cases on a hostile wire/.exec(output)?.[1]));
	expect(cases.reduce((sum, each) => sum + each, 0)).toBe(CASES);
});
