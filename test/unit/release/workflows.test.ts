import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

const project = join(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(join(project, '.github', 'workflows', `${name}.yml`), 'utf8');
const workflow = (name: string) => parse(read(name));
const commands = (job: { steps: Array<{ run?: string }> }) =>
	job.steps.map(({ run }) => run).filter((run) => run !== undefined);

describe('the GitHub workflows', () => {
	it('pin every action to the hash of a commit', () => {
		const actions = ['test', 'publish', 'newest'].flatMap((name) =>
			[...read(name).matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => action),
		);
		expect(actions.length).toBeGreaterThan(5);
		expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action!))).toEqual([]);
	});

	const commandsOf = ({ strategy }: { strategy: { matrix: { command: string[] } } }) => strategy.matrix.command;
	const both = ['npm test', 'npm run test:long'];

	it('run both test commands on every push, and treat a skipped test as a failure', () => {
		const { on, jobs } = workflow('test');
		expect(on).toHaveProperty('push');
		expect(commandsOf(jobs.test)).toEqual(both);
		expect(jobs.test.steps).toContainEqual({ run: '${{ matrix.command }}', env: { CI: 'true' } });
	});

	it('run both test commands every week with the newest n8n and with other random cases', () => {
		const { on, jobs } = workflow('newest');
		expect(on.schedule).toHaveLength(1);
		expect(commandsOf(jobs.test)).toEqual(both);
		const { env } = jobs.test;
		for (const name of ['SEED', 'WIRE_SEED', 'WORLDS_SEED'])
			expect(env[`HELPDESK_${name}`]).toBe('${{ github.run_id }}');
		const run = commands(jobs.test).join();
		for (const part of ['n8n-core@latest n8n-workflow@latest', 'dependencies.n8n=latest', 'matrix.command'])
			expect(run).toContain(part);
	});

	it('publish only from a tag, after all tests and the release check, with provenance', () => {
		const { on, jobs } = workflow('publish');
		expect(jobs.test.uses).toBe('./.github/workflows/test.yml');
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.publish).toMatchObject({
			needs: 'test',
			permissions: { 'id-token': 'write', contents: 'read' },
		});
		const [check, publish] = [
			'npm run release:check -- "$GITHUB_REF_NAME"',
			'npm publish .cache/*.tgz --provenance --access public',
		];
		const run = commands(jobs.publish);
		expect(run).toEqual(expect.arrayContaining([check, publish]));
		expect(run.indexOf(check)).toBeLessThan(run.indexOf(publish));
	});
});
