import { placeholders, tarballProblems, type Unpacked } from '../../../tools/release/problems';

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
const withFile = (path: string, text: string): Unpacked => ({ ...good, files: { ...good.files, [path]: text } });
const withManifest = (change: object) => withFile('package.json', JSON.stringify({ ...manifest, ...change }));
const without = (path: string): Unpacked => ({
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
