import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAX_BYTES = 300_000;
const LICENCES = 'dist/THIRD_PARTY_LICENCES.txt';

/** All that may be in the tarball. */
const WANTED = /^(package\.json|README\.md|LICENSE|dist\/.+\.(js|svg|node\.json)|dist\/.+\/__schema__\/.+\.json|dist\/THIRD_PARTY_LICENCES\.txt)$/;

/** How esbuild marks in its output where a bundled package begins. */
const BUNDLED = /^\s*\/\/ (?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm;

/** The files of an unpacked tarball, as the checks read them. */
export interface Unpacked {
	bytes: number;
	/** Text by path, without the leading `package/`. */
	files: Record<string, string>;
}

export function unpack(tarball: string): Unpacked {
	const folder = mkdtempSync(join(tmpdir(), 'helpdesk-tarball-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
		const paths = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((path) => path.replace('package/', ''));
		const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
		return { bytes: statSync(tarball).size, files };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** What keeps a tarball from being published, one sentence each; empty when nothing does. */
export function tarballProblems({ bytes, files }: Unpacked): string[] {
	const { n8n, dependencies = {}, peerDependencies } = JSON.parse(files['package.json'] ?? '{"n8n": {}}');
	const needed: string[] = ['README.md', 'LICENSE', LICENCES, ...(n8n.nodes ?? []), ...(n8n.credentials ?? [])];
	return [
		...(bytes < MAX_BYTES ? [] : [`It has ${bytes} bytes; at most ${MAX_BYTES} are wanted.`]),
		...Object.keys(files)
			.filter((path) => !WANTED.test(path))
			.map((path) => `${path} is nothing that n8n needs.`),
		...needed.filter((path) => !(path in files)).map((path) => `${path} is missing.`),
		...Object.keys(dependencies).map((name) => `It would install ${name}: everything has to be bundled.`),
		...(JSON.stringify(peerDependencies) === '{"n8n-workflow":"*"}' ? [] : ['Its only peer has to be n8n-workflow, in any version.']),
		...bundledPackages(files)
			.filter((name) => !files[LICENCES]?.includes(`${name} `))
			.map((name) => `The licence of ${name} is missing.`),
	];
}

function bundledPackages(files: Unpacked['files']): string[] {
	const scripts = Object.entries(files).filter(([path]) => path.endsWith('.js'));
	return [...new Set(scripts.flatMap(([, text]) => [...text.matchAll(BUNDLED)].map(([, name]) => name!)))];
}
