import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** A case that is to be played again, as a failure names it. */
const REPLAYED = process.env.HELPDESK_WIRE_CASE !== undefined;

/** Minutes of two processors; HELPDESK_WIRE_CASES plays more. */
const CASES = REPLAYED ? 1 : Number(process.env.HELPDESK_WIRE_CASES ?? 8_000);

/** One process each, as a case takes a processor more than it waits. */
const PARTS = REPLAYED ? 1 : Math.min(4, availableParallelism());

/** Against a hang: a busy machine takes many times as long. */
jest.setTimeout(3_600_000);

interface Share {
	code: number | null;
	output: string;
}

/** The cases of the engine level, a share of them, in a process of its own. */
async function share(part: number, seed: number): Promise<Share> {
	const env = { ...process.env, HELPDESK_WIRE_SEED: String(seed), HELPDESK_WIRE_CASES: String(CASES), HELPDESK_WIRE_PART: `${part}/${PARTS}` };
	const jestBin = join(__dirname, '../../node_modules/jest/bin/jest.js');
	const args = [jestBin, '--selectProjects', 'engine', '--runInBand', '--forceExit', 'test/engine/http/storm.test.ts'];
	const child = spawn(process.execPath, args, { env, cwd: join(__dirname, '../..'), stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	return { code, output };
}

/** In few words, the case that replays it first: of a long output only an end may be seen. */
function whyRed({ code, output }: Share): string {
	const cases = output.match(/case \d+ \(HELPDESK_WIRE_SEED=.*\n.*/g) ?? [];
	const [told = output.slice(-600)] = /● [^]{1,600}/.exec(output) ?? [];
	return cases.length > 0 ? [...new Set(cases)].slice(0, 3).join('\n') : `ended with ${code}: ${told}`;
}

it(`of ${CASES} random cases on a hostile connection none is written twice, lost in silence or told wrongly`, async () => {
	const seed = Number(process.env.HELPDESK_WIRE_SEED ?? Date.now() % 1_000_000_000);
	const shares = await Promise.all(Array.from({ length: PARTS }, async (_, part) => await share(part, seed)));
	for (const { output } of shares) console.info(/\d+ cases on a hostile connection.*/.exec(output)?.[0]);
	expect(
		shares
			.filter(({ code }) => code !== 0)
			.map(whyRed)
			.join('\n'),
	).toBe('');
	const cases = shares.map(({ output }) => Number(/(\d+) cases on a hostile connection/.exec(output)?.[1]));
	expect(cases.reduce((sum, each) => sum + each, 0)).toBe(CASES);
});
