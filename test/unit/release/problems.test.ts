import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { placeholders, tarballProblems, type Unpacked, versionProblems } from '../../../tools/release/problems';

const manifest = {
	n8n: { nodes: ['dist/nodes/A/A.node.js'], credentials: ['dist/credentials/A.credentials.js'] },
	peerDependencies: { 'n8n-workflow': '*' },
};
const good: Unpacked = {
	bytes: 100_000,
	files: {
		'package.json': JSON.stringify(manifest),
		'README.md': '',
		LICENSE: '',
		'dist/THIRD_PARTY_LICENCES.txt': '',
		'dist/nodes/A/A.node.js': '',
		'dist/credentials/A.credentials.js': '',
		'dist/nodes/A/__schema__/v1.0.0/a/get.json': '{}',
	},
};
const withFile = (path: string, text: string) => ({ ...good, files: { ...good.files, [path]: text } });
const withManifest = (change: object) => withFile('package.json', JSON.stringify({ ...manifest, ...change }));
const without = (path: string) => ({
	...good,
	files: Object.fromEntries(Object.entries(good.files).filter(([name]) => name !== path)),
});

describe('a tarball', () => {
	it('may be published if it contains only files that n8n needs', () => expect(tarballProblems(good)).toEqual([]));

	it.each([
		['of 220 KB', { ...good, bytes: 220_000 }, 'It has 220000 bytes; at most 220000 are wanted.'],
		[
			'with a source map',
			withFile('dist/transport.js.map', ''),
			'dist/transport.js.map is nothing that n8n needs.',
		],
		['with a source', withFile('nodes/A.node.ts', ''), 'nodes/A.node.ts is nothing that n8n needs.'],
		[
			'without a node that package.json names',
			without('dist/nodes/A/A.node.js'),
			'dist/nodes/A/A.node.js is missing.',
		],
		['without its README', without('README.md'), 'README.md is missing.'],
		[
			'with a dependency',
			withManifest({ dependencies: { axios: '1' } }),
			'It would install axios: everything has to be bundled.',
		],
		[
			'with another peer',
			withManifest({ peerDependencies: { 'n8n-workflow': '^2' } }),
			'Its only peer has to be n8n-workflow, in any version.',
		],
	])('is refused %s', (_, tarball, problem) => expect(tarballProblems(tarball)).toEqual([problem]));
});

describe('a placeholder in package.json or the change log', () => {
	const manifest = {
		author: { name: 'Ada', email: 'ada@helpdesk.dev' },
		homepage: 'https://helpdesk.dev',
		repository: { url: 'git+https://github.com/ada/pack.git' },
	};

	it('is not reported if everything is filled in', () => expect(placeholders(manifest, '# Changelog')).toEqual([]));

	it.each([
		['the address of the author', { author: { name: 'Ada', email: 'ada@example.com' } }, 'author.email'],
		['the name of the author', { author: { name: 'The contributors', email: 'ada@helpdesk.dev' } }, 'author.name'],
		['no author', { author: undefined }, 'author.email'],
		['no repository', { repository: undefined }, 'repository.url'],
		['a repository elsewhere', { repository: { url: 'https://example.com/pack' } }, 'repository.url'],
	])('is reported for %s', (_, change, field) =>
		expect(placeholders({ ...manifest, ...change }, '# Changelog')).toEqual([expect.stringContaining(field)]),
	);

	it('is reported for a change log that says "not published yet"', () =>
		expect(placeholders(manifest, 'The first version, not published yet.')).toEqual([
			expect.stringContaining('CHANGELOG.md'),
		]));
});

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
