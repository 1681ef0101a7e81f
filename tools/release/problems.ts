import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/;
const HEADING = /^## (\S+)(?: - (\S+))?$/gm;

interface Release {
	/** The version in package.json. */
	version: string;
	changelog: string;
	/** The tag to publish, if there is one. */
	tag?: string;
}

/** Returns mismatches between version, change log and tag, one sentence each. */
export function versionProblems({ version, changelog, tag }: Release): string[] {
	const [newest] = [...changelog.matchAll(HEADING)].filter(([, name]) => name !== 'Unreleased');
	const [heading, named, date] = newest ?? [];
	return [
		...(VERSION.test(version) ? [] : [`${version} is no semantic version.`]),
		...(named === version
			? []
			: [`The newest entry of CHANGELOG.md is ${named ?? 'missing'}; package.json says ${version}.`]),
		...(heading && !/^\d{4}-\d\d-\d\d$/.test(date ?? '')
			? [`CHANGELOG.md gives no date for ${named}: write "## ${named} - YYYY-MM-DD".`]
			: []),
		...(tag === undefined || tag === `v${version}` ? [] : [`The tag ${tag} is not v${version}.`]),
	];
}

const MAX_BYTES = 220_000;
const LICENCES = 'dist/THIRD_PARTY_LICENCES.txt';

/** Files that may be in the tarball. */
const WANTED =
	/^(package\.json|README\.md|LICENSE|dist\/.+\.(js|svg|node\.json)|dist\/transport\.d\.ts|dist\/.+\/__schema__\/.+\.json|dist\/THIRD_PARTY_LICENCES\.txt)$/;

export interface Unpacked {
	bytes: number;
	/** Text by path, without the leading `package/`. */
	files: Record<string, string>;
}

export function unpack(tarball: string): Unpacked {
	const folder = mkdtempSync(join(tmpdir(), 'helpdesk-tarball-'));
	try {
		execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
		const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
			statSync(join(folder, path)).isFile(),
		);
		const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
		return { bytes: statSync(tarball).size, files };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Returns the reasons against publishing a tarball, one sentence each. */
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
		...(JSON.stringify(peerDependencies) === '{"n8n-workflow":"*"}'
			? []
			: ['Its only peer has to be n8n-workflow, in any version.']),
	];
}

/** The parts of package.json that are checked before publishing. */
export interface Manifest {
	author?: { name?: string; email?: string };
	repository?: { url?: string };
}

/** Returns the placeholders in package.json and in the change log, one sentence each. */
export function placeholders({ author, repository }: Manifest, changelog: string): string[] {
	return [
		...(author?.name?.includes('contributors')
			? ['author.name in package.json is a placeholder: write the name of the person or company that publishes.']
			: []),
		...(/@(?!example\.)/.test(author?.email ?? '')
			? []
			: ['author.email in package.json is a placeholder: write the address of who publishes.']),
		...(repository?.url?.includes('github.com/')
			? []
			: ['repository.url in package.json is missing: write the public GitHub repository.']),
		...(changelog.includes('not published yet')
			? ['CHANGELOG.md says "not published yet": remove this sentence.']
			: []),
	];
}
