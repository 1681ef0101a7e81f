import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

const project = join(__dirname, '..', '..', '..');
const read = (name: string) => readFileSync(join(project, '.github', 'workflows', `${name}.yml`), 'utf8');
const workflow = (name: string) => parse(read(name));
const commands = (job: { steps: Array<{ run?: string }> }) =>
	job.steps.map(({ run }) => run).filter((run) => run !== undefined);

describe('the GitHub workflows', () => {
	it('pin every action by the hash of its commit', () => {
		const actions = ['test', 'publish'].flatMap((name) =>
			[...read(name).matchAll(/uses: (?!\.\/)(.+)/g)].map(([, action]) => action),
		);
		expect(actions.length).toBeGreaterThan(5);
		expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action!))).toEqual([]);
	});

	it('test every push, and treat a skipped test as a failure', () => {
		const { on, jobs } = workflow('test');
		expect(on).toHaveProperty('push');
		expect(jobs.test.steps).toContainEqual({ run: 'npm test', env: { CI: 'true' } });
	});

	it('publish only from a tag, after the long tests and the release check, with provenance', () => {
		const { on, jobs } = workflow('publish');
		expect(jobs.test.uses).toBe('./.github/workflows/test.yml');
		expect(jobs.long.steps).toContainEqual({ run: 'npm run test:long', env: { CI: 'true' } });
		expect(on).toEqual({ push: { tags: ['v*'] } });
		expect(jobs.publish).toMatchObject({
			needs: ['test', 'long'],
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
