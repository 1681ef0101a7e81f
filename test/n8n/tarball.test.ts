import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tarballProblems, unpack } from '../../tools/release/tarball';
import { connect } from './support/n8n';

/** Names that only bottleneck's queue has: they stand where the queue's code is. */
const QUEUE_CODE = 'LocalDatastore';

describe('the packed tarball', () => {
	let tarball: string;
	let folder: string;
	let files: string[];
	beforeAll(async () => {
		({ tarball } = await connect());
		folder = mkdtempSync(join(tmpdir(), 'helpdesk-tarball-'));
		execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
		files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((file) => file.replace('package/', ''));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const packageJson = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

	it('holds what n8n needs, the licences of what it bundles and nothing else, in less than 300 KB', () => {
		expect(tarballProblems(unpack(tarball))).toEqual([]);
	});

	it('has the queue once: every node loads the one transport file', () => {
		const scripts = files.filter((file) => file.endsWith('.js'));
		expect(scripts.filter((file) => readFileSync(join(folder, file), 'utf8').includes(QUEUE_CODE))).toEqual(['dist/transport.js']);
		const nodes: string[] = packageJson().n8n.nodes;
		for (const node of nodes) expect(readFileSync(join(folder, node), 'utf8')).toContain('require("../../transport.js")');
	});

	it('loads in a fraction of what n8n-workflow takes, opens nothing and takes no more memory while idle', () => {
		const probe = join(__dirname, 'support', 'loadProbe.cjs');
		// The pack's only import is n8n-workflow, which n8n offers to it.
		const env = { ...process.env, NODE_PATH: join(__dirname, '../../node_modules') };
		const loads = Array.from({ length: 3 }, () => JSON.parse(execFileSync('node', ['--expose-gc', probe, folder], { encoding: 'utf8', env })));
		expect(loads[0].nodes).toEqual(['helpdesk', 'helpdeskTrigger']);
		// Against a yardstick, because machines differ, and the best of several, because they do other things too. An idle machine with
		// all in its cache measures 0.21 to 0.25: what parses a specification or loads a large library when it starts takes more than a third.
		expect(Math.min(...loads.map(({ ms, yardstickMs }) => ms / yardstickMs))).toBeLessThan(1 / 3);
		for (const { opened, heldBytes, idleBytes } of loads) {
			expect(opened).toEqual([]);
			expect(heldBytes).toBeLessThan(5_000_000);
			expect(idleBytes).toBeLessThan(100_000);
		}
	});
});
