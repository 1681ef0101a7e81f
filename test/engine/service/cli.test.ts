import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pleasantWorld } from '../../../contract/worlds';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { chosenWorld } from '../../../sandbox/chosenWorld';
import { serviceCheck } from '../../../tools/service/command';

const project = join(__dirname, '../../..');

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
	sandbox = await startSandbox({ conversations: 120, world: { singleRecord: 'bare', provisionalEndpoints: 'some' } });
	folder = mkdtempSync(join(tmpdir(), 'helpdesk-check-'));
});
afterAll(async () => {
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

const environment = () => ({ HELPDESK_BASE_URL: sandbox.baseUrl, HELPDESK_TOKEN: sandbox.tokens.personal });

it('service:check writes a report without the token, and the simulated helpdesk can start from the report', async () => {
	const command = spawn(process.execPath, ['tools/commands/run.mjs', 'tools/service/cli.ts', '--out', 'mine.json'], {
		cwd: project,
		env: { ...process.env, INIT_CWD: folder, ...environment() },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let [stdout, stderr] = ['', ''];
	command.stdout.on('data', (data) => (stdout += data));
	command.stderr.on('data', (data) => (stderr += data));
	const [status] = (await once(command, 'close')) as [number];
	expect([status, stdout]).toEqual([
		0,
		expect.stringContaining('Whether a single record is in "data" or is the answer: bare ('),
	]);
	expect(stderr).toMatch(/^1 of at most 60: GET \/me$/m);
	expect(stdout + stderr + readFileSync(join(folder, 'mine.json'), 'utf8')).not.toContain(sandbox.tokens.personal);
	const { world, missing } = chosenWorld(join(folder, 'mine.json'));
	expect({ ...pleasantWorld, ...world }).toEqual({ ...pleasantWorld, singleRecord: 'bare' });
	expect([missing.includes('listSavedReplies'), missing.includes('listInboxes')]).toEqual([true, false]);
});

/** Runs the command in this process. */
async function run(args: string[], env: Record<string, string>) {
	const files: string[] = [];
	let told = '';
	const status = await serviceCheck(args, {
		env,
		tell: (text) => (told += text),
		warn: (text) => (told += text),
		write: (file) => (files.push(file), file),
	});
	return { status, told, files };
}

const token = 'secret-token';

it.each([
	['a token as an argument', [token], {}, /^Usage: npm run service:check/],
	['a token as an option', ['--token', token], {}, /^Usage: npm run service:check/],
	['a start without a token', [], { HELPDESK_TOKEN: '' }, /HELPDESK_TOKEN is not set/],
	[
		'a wrong address',
		[],
		{ HELPDESK_BASE_URL: 'helpdesk', HELPDESK_TOKEN: token },
		/^The address \(HELPDESK_BASE_URL\) is not a web address\. Nothing was sent\.$/,
	],
	[
		'an address where nothing answers',
		[],
		{ HELPDESK_BASE_URL: 'http://127.0.0.1:1/v1', HELPDESK_TOKEN: token },
		/could not be reached/,
	],
	['a token that the helpdesk refuses', [], { HELPDESK_TOKEN: token }, /The helpdesk did not accept the token/],
])('service:check refuses %s with an error that does not repeat it', async (_, args, env, words) => {
	const { status, told, files } = await run(args, { HELPDESK_BASE_URL: sandbox.baseUrl, ...env });
	expect([status, told, files]).toEqual([2, expect.stringMatching(words), []]);
	expect(told).not.toContain(token);
});

it('--world refuses a file that is not a report', () => {
	expect(() => chosenWorld('nothing.json')).toThrow(
		'--world nothing.json: there is no such file, and it is no number of a world',
	);
	expect(() => chosenWorld(join(project, 'package.json'))).toThrow('it is no report of npm run service:check');
});
