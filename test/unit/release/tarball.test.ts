import { tarballProblems, type Unpacked } from '../../../tools/release/tarball';

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
		'dist/THIRD_PARTY_LICENCES.txt': '@scope/part 1.0.0 (MIT)\n\nPermission is granted.',
		'dist/nodes/A/A.node.js': '// node_modules/@scope/part/index.js\nvar part;',
		'dist/credentials/A.credentials.js': '',
		'dist/nodes/A/__schema__/v1.0.0/a/get.json': '{}',
	},
};
const withFile = (path: string, text: string): Unpacked => ({ ...good, files: { ...good.files, [path]: text } });
const withManifest = (change: object) => withFile('package.json', JSON.stringify({ ...manifest, ...change }));
const without = (path: string): Unpacked => ({ ...good, files: Object.fromEntries(Object.entries(good.files).filter(([name]) => name !== path)) });

describe('a tarball', () => {
	it('may be published with what n8n needs and the licences of what it bundles', () => expect(tarballProblems(good)).toEqual([]));

	it.each([
		['of 300 KB', { ...good, bytes: 300_000 }, 'It has 300000 bytes; at most 300000 are wanted.'],
		['with a source map', withFile('dist/transport.js.map', ''), 'dist/transport.js.map is nothing that n8n needs.'],
		['with a source', withFile('nodes/A.node.ts', ''), 'nodes/A.node.ts is nothing that n8n needs.'],
		['without a node that it names', without('dist/nodes/A/A.node.js'), 'dist/nodes/A/A.node.js is missing.'],
		['without its README', without('README.md'), 'README.md is missing.'],
		['with a dependency', withManifest({ dependencies: { axios: '1' } }), 'It would install axios: everything has to be bundled.'],
		['with another peer', withManifest({ peerDependencies: { 'n8n-workflow': '^2' } }), 'Its only peer has to be n8n-workflow, in any version.'],
		[
			'that bundles a package without its licence',
			withFile('dist/transport.js', '// node_modules/other/a.js'),
			'The licence of other is missing.',
		],
	])('is refused %s', (_, tarball, problem) => expect(tarballProblems(tarball)).toEqual([problem]));
});
