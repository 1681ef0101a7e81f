import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contractEndpoints } from '../contractRows';
import { contractCopy } from './outcome';
import { seeds } from './seeds';

const project = join(__dirname, '..', '..', '..');
const all = contractEndpoints.length;
const provisional = contractEndpoints.filter(({ operation }) => operation['x-provenance'] === 'provisional').length;

describe('npm run contract:compare', () => {
	let folder: string;
	beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'helpdesk-compare-'))));
	afterAll(() => rmSync(folder, { recursive: true }));

	/** As typed in the folder of the description. */
	const compare = (...args: string[]) => {
		const env = { ...process.env, INIT_CWD: folder };
		const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/commands/run.mjs', 'contract:compare', ...args], {
			cwd: project,
			env,
			encoding: 'utf8',
		});
		return { status, stdout, stderr };
	};
	const compareText = (text: string) => {
		writeFileSync(join(folder, 'theirs.yaml'), text);
		return compare('theirs.yaml');
	};
	it('names every endpoint and exits with 0 where all are the same', () => {
		const { status, stdout } = compareText(JSON.stringify(contractCopy()));
		expect(status).toBe(0);
		expect(stdout.match(/^same {11}(GET|POST|PUT|PATCH|DELETE) +\//gm)).toHaveLength(all);
		expect(stdout).toContain(
			`${all} endpoints here: ${all} same, 0 differ, 0 unknown there; 0 missing here.\n${provisional} of them provisional: ${provisional} same`,
		);
	});

	it('says where an endpoint differs, what only one side has, and exits with 1', () => {
		const description = contractCopy();
		for (const name of ['another method', 'an endpoint that is not there', 'another name of a body field']) seeds[name]!.alter(description);
		const { status, stdout } = compareText(JSON.stringify(description));
		expect(status).toBe(1);
		expect(stdout).toMatch(/^unknown there {2}GET +\/settings\/users +provisional$/m);
		expect(stdout).toMatch(/^missing here {3}POST +\/conversation\/\{conversation_id\}\/snooze +here this path has PUT$/m);
		expect(stdout).toMatch(
			/^differs +POST +\/conversation\/\{conversation_id\}\/tags\n +- body › tag: here string; not there\n +- body › tag_id: not here; there string$/m,
		);
		expect(stdout).toContain(`${all} endpoints here: ${all - 3} same, 1 differ, 2 unknown there; 1 missing here.`);
	});

	it('says once what many endpoints differ in', () => {
		const description = contractCopy();
		description.components.schemas.Error.properties.message.type = 'object';
		const { stdout } = compareText(JSON.stringify(description));
		expect(stdout).toMatch(/^differs +GET +\/me +\[A\]$/m);
		expect(stdout).toMatch(/^\[A\] in \d\d endpoints: answer 400, 401, 403, 404, 405, 429, 500 › message: here string; there object$/m);
	});

	it('says that it cannot compare what is for personal access tokens only where nothing is marked', () => {
		const unmarked = JSON.stringify(contractCopy(), (key, value) => (key === 'x-pat-only' ? undefined : value));
		const { status, stdout } = compareText(unmarked);
		expect(status).toBe(0);
		expect(stdout).toContain('Not compared: which endpoints are for personal access tokens only.');
	});

	it('exits with 2 and one line for a file that cannot be compared', () => {
		expect(compare()).toMatchObject({
			status: 2,
			stdout: '',
			stderr: 'Usage: npm run contract:compare -- <OpenAPI description, JSON or YAML, or report of npm run service:check> [--write]\n',
		});
		expect(compare('nothing.yaml')).toMatchObject({ status: 2, stdout: '', stderr: 'Cannot compare nothing.yaml: there is no such file.\n' });
		expect(compare('.')).toMatchObject({ status: 2, stdout: '', stderr: 'Cannot compare .: it cannot be read (EISDIR).\n' });
		expect(compareText('openapi: 3.1.0')).toMatchObject({ status: 2, stdout: '', stderr: 'Cannot compare theirs.yaml: it has no "paths".\n' });
	});
});
