import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { versionProblems } from '../../../tools/release/problems';

const project = join(__dirname, '..', '..', '..');
const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-05-01\n\n- New.\n\n## 1.1.0 - 2026-04-01\n';

describe('the version of a release', () => {
	it('matches package.json, the newest entry of the change log and the tag', () => {
		expect(versionProblems({ version: '1.2.0', changelog, tag: 'v1.2.0' })).toEqual([]);
		expect(versionProblems({ version: '1.2.0', changelog })).toEqual([]);
	});

	it.each([
		['with another tag', { version: '1.2.0', changelog, tag: 'v1.2.1' }, 'The tag v1.2.1 is not v1.2.0.'],
		['with a tag without "v"', { version: '1.2.0', changelog, tag: '1.2.0' }, 'The tag 1.2.0 is not v1.2.0.'],
		[
			'if another entry is newer',
			{ version: '1.1.0', changelog },
			'The newest entry of CHANGELOG.md is 1.2.0; package.json says 1.1.0.',
		],
		[
			'without an entry',
			{ version: '1.0.0', changelog: '# Changelog' },
			'The newest entry of CHANGELOG.md is missing; package.json says 1.0.0.',
		],
		[
			'without a date',
			{ version: '1.0.0', changelog: '## 1.0.0\n' },
			'CHANGELOG.md gives no date for 1.0.0: write "## 1.0.0 - YYYY-MM-DD".',
		],
		['without three numbers', { version: '1.2', changelog: '## 1.2 - 2026-05-01' }, '1.2 is no semantic version.'],
	])('is refused %s', (_, release, problem) => expect(versionProblems(release)).toEqual([problem]));

	it("is the same in this project's package.json and change log", () => {
		const read = (file: string) => readFileSync(join(project, file), 'utf8');
		expect(
			versionProblems({ version: JSON.parse(read('package.json')).version, changelog: read('CHANGELOG.md') }),
		).toEqual([]);
	});
});
