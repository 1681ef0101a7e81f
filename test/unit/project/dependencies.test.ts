import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(__dirname, '..', '..', '..');
const page = readFileSync(join(project, 'docs', 'decisions', 'dependencies.md'), 'utf8');
const { dependencies = {}, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const reasons = new Map([...page.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, name, reason]) => [name!, reason!]));

describe('the documentation of dependencies', () => {
	it('gives a reason for every dependency, and lists no other package', () => {
		expect([...reasons.keys()].sort()).toEqual(Object.keys(devDependencies).sort());
		for (const reason of reasons.values()) expect(reason.length).toBeGreaterThan(8);
	});

	it('is right to say that the package has no runtime dependencies', () => expect(dependencies).toEqual({}));

	it('is right to say that every version is pinned', () => {
		for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
	});
});
