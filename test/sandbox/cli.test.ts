import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import axios from 'axios';

import { describeWorld, drawWorld, pleasantWorld } from '../../contract/worlds';
import { chosenWorld } from '../../sandbox/chosenWorld';

const started: Array<ChildProcessByStdio<null, Readable, null>> = [];

function command(...args: string[]) {
	const cli = join(__dirname, '../../sandbox/cli.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', cli, '--port', '0', '--conversations', '24', ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	started.push(child);
	return child;
}

// Stops the commands of failed tests too.
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

test('the command prints where it listens and stops on SIGTERM', async () => {
	const child = command('--limit', '7');
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const [, baseUrl] = /ready at (\S+)/.exec(line.toString()) ?? [];
	const { headers } = await axios.get(`${baseUrl}/me`, { headers: { authorization: 'Bearer sandbox-personal' } });
	expect(headers['x-ratelimit-limit']).toBe('7');
	child.kill('SIGTERM');
	const [code] = (await once(child, 'exit')) as [number];
	expect(code).toBe(0);
});

test('--world starts the helpdesk of a seed, and prints its unusual facts', async () => {
	const child = command('--world', '7', '--seed', '3', '--latency', '5');
	let printed = '';
	while (!printed.includes('World 7')) printed += String((await once(child.stdout, 'data'))[0]);
	expect(printed).toContain(`World 7: ${describeWorld(drawWorld(7))}\n`);
	const [, controlUrl] = /control (\S+)\)/.exec(printed) ?? [];
	const { data } = await axios.get(`${controlUrl}/settings`);
	expect(data).toMatchObject({ conversations: 24, seed: 3, latencyMs: 5, limitPerMinute: 300, world: drawWorld(7) });
});

test('--world accepts only a seed or a file', () => {
	expect(chosenWorld(undefined)).toEqual({ world: pleasantWorld, missing: [] });
	expect(chosenWorld('12')).toEqual({
		world: drawWorld(12),
		missing: [],
		text: `World 12: ${describeWorld(drawWorld(12))}`,
	});
	for (const wrong of ['12x', 'x12'])
		expect(() => chosenWorld(wrong)).toThrow(`--world ${wrong}: there is no such file`);
});
