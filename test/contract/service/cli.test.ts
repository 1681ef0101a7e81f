import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chosenWorld } from '../../../sandbox/chosenWorld';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { pleasantWorld } from '../../../contract/worlds';
import { serviceCheck } from '../../../tools/service/command';
import { isReport } from '../../../tools/service/report';

const project = join(__dirname, '..', '..', '..');

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

/** A command as typed in the folder, without a terminal. */
async function run(command: string, args: string[] = [], env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['tools/commands/run.mjs', command, ...args], {
		cwd: project,
		env: { ...process.env, INIT_CWD: folder, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let [stdout, stderr] = ['', ''];
	child.stdout.on('data', (data) => (stdout += data));
	child.stderr.on('data', (data) => (stderr += data));
	const [status] = (await once(child, 'close')) as [number];
	return { status, stdout, stderr };
}

/** The same command within this process, with somebody at the terminal where there is an answer. */
async function inProcess(args: string[], env: Record<string, string>, answer?: string) {
	const asked: Array<[string, boolean]> = [];
	const files: Record<string, string> = {};
	let told = '';
	const ask = async (question: string, hidden: boolean) => {
		asked.push([question, hidden]);
		return answer!;
	};
	const status = await serviceCheck(args, {
		env,
		ask: answer === undefined ? undefined : ask,
		tell: (text) => (told += text),
		warn: (text) => (told += text),
		progress: () => undefined,
		write: (file, text) => {
			files[file] = text;
			return file;
		},
	});
	return { status, told, files, asked };
}

const environment = () => ({ HELPDESK_BASE_URL: sandbox.baseUrl, HELPDESK_TOKEN: sandbox.tokens.personal });

describe('npm run service:check', () => {
	it('goes from address and token in the environment to a report, which the comparison and the simulated helpdesk take', async () => {
		const { status, stdout, stderr } = await run('service:check', ['--out', 'mine.json'], environment());
		expect([status, stdout]).toEqual([0, expect.stringContaining('singleRecord          bare')]);
		expect(stderr).toMatch(/^1 of at most 60: GET \/me$/m);
		expect(`${stdout}${stderr}`).not.toContain(sandbox.tokens.personal);
		const text = readFileSync(join(folder, 'mine.json'), 'utf8');
		expect([isReport(JSON.parse(text)), text.includes('127.0.0.1'), text.includes(sandbox.tokens.personal)]).toEqual([true, false, false]);
		const compared = await run('contract:compare', ['mine.json']);
		expect([compared.status, compared.stdout]).toEqual([1, expect.stringMatching(/^contradicted {2}singleRecord +here wrapped; there bare/m)]);
		const { world, missing } = chosenWorld(join(folder, 'mine.json'));
		expect(world).toEqual({ ...pleasantWorld, singleRecord: 'bare' });
		expect([missing.includes('listSavedReplies'), missing.includes('listInboxes')]).toEqual([true, false]);
	}, 60_000);

	it('tells the host where it is asked for', async () => {
		const { files } = await inProcess(['--with-host', '--out', 'host.json'], environment());
		expect(JSON.parse(files['host.json']!).host).toBe(new URL(sandbox.baseUrl).host);
	});

	it('asks for what is not in the environment, the token without showing it', async () => {
		const { HELPDESK_TOKEN, HELPDESK_BASE_URL } = environment();
		const { status, asked, files } = await inProcess([], { HELPDESK_BASE_URL }, HELPDESK_TOKEN);
		expect([status, asked, Object.keys(files)]).toEqual([0, [[expect.stringContaining('token'), true]], ['helpdesk-report.json']]);
	});

	it.each([
		['a token as an argument, and does not repeat it', ['sandbox-personal'], {}, /^Usage: npm run service:check/],
		['a token as an option, and does not repeat it', ['--token', 'sandbox-personal'], {}, /^Usage: npm run service:check/],
		[
			'to start without a token, where there is no terminal',
			[],
			{ HELPDESK_BASE_URL: 'https://helpdesk.example/v1' },
			/HELPDESK_TOKEN is not set/,
		],
		[
			'an address that is none',
			[],
			{ HELPDESK_BASE_URL: 'helpdesk', HELPDESK_TOKEN: 'secret-token' },
			/^The address \(HELPDESK_BASE_URL\) is not a web address\. Nothing was sent\.$/,
		],
		[
			'an address where nobody answers',
			[],
			{ HELPDESK_BASE_URL: 'http://127.0.0.1:1/v1', HELPDESK_TOKEN: 'secret-token' },
			/could not be reached/,
		],
	])('refuses %s', async (_, args, env, words) => {
		const { status, told, files } = await inProcess(args, env);
		expect([status, told, files]).toEqual([2, expect.stringMatching(words), {}]);
		expect(told).not.toMatch(/sandbox-personal|secret-token/);
	});

	it('says in words that a token is not accepted', async () => {
		const { status, told } = await inProcess([], { ...environment(), HELPDESK_TOKEN: sandbox.tokens.revoked });
		expect([status, told]).toEqual([2, expect.stringContaining('The helpdesk did not accept the token')]);
	});
});

it('a file that is no report is refused in words as a world', () => {
	expect(() => chosenWorld('nothing.json')).toThrow('--world nothing.json: there is no such file, and it is no number of a world');
	expect(() => chosenWorld(join(project, 'package.json'))).toThrow('it is no report of npm run service:check');
});
