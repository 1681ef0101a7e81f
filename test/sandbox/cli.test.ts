import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';

import { describeWorld, drawWorld } from '../../contract/worlds';

test('the command prints where it listens and stops on SIGTERM', async () => {
	const cli = join(__dirname, '../../sandbox/cli.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', cli, '--port', '0', '--conversations', '24', '--limit', '7']);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const [, baseUrl] = /ready at (\S+)/.exec(line.toString()) ?? [];
	const { headers } = await axios.get(`${baseUrl}/me`, { headers: { authorization: 'Bearer sandbox-personal' } });
	expect(headers['x-ratelimit-limit']).toBe('7');
	child.kill('SIGTERM');
	const [code] = (await once(child, 'exit')) as [number];
	expect(code).toBe(0);
}, 30_000);

test('--world starts the helpdesk of a seed, and says what is odd in it', async () => {
	const cli = join(__dirname, '../../sandbox/cli.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', cli, '--port', '0', '--conversations', '24', '--world', '7']);
	let printed = '';
	while (!printed.includes('World 7')) printed += String((await once(child.stdout, 'data'))[0]);
	expect(printed).toContain(`World 7: ${describeWorld(drawWorld(7))}\n`);
	child.kill('SIGTERM');
	await once(child, 'exit');
}, 30_000);
