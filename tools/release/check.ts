import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scanSource, scanTarball, type Verdict } from '../verification/verification';
import { packTarball } from '../n8n/install';
import { placeholders, tarballProblems, unpack, versionProblems, type Manifest } from './problems';

const project = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

/**
 * Runs `npm run release:check`: all steps of a release except publishing. It leaves the tarball,
 * and ends with exit code 1 if the tarball must not be published.
 *
 * @param tag the tag that is to be published, if there is one already
 */
async function main(tag?: string): Promise<void> {
	const manifest = JSON.parse(read('package.json')) as Manifest & { version: string };
	const { version } = manifest;
	const changelog = read('CHANGELOG.md');
	const missing = placeholders(manifest, changelog);
	const tarball = await packTarball();
	const unpacked = unpack(tarball);
	const results = [
		say(
			`Version, change log and tag (${tag ?? `none given; it will be v${version}`})`,
			versionProblems({ version, changelog, tag }),
		),
		say(`Tarball: ${Object.keys(unpacked.files).length} files, ${unpacked.bytes} bytes`, tarballProblems(unpacked)),
		say(tag === undefined ? 'Placeholders: nothing is published with them' : 'Placeholders', missing) ||
			tag === undefined,
		say("n8n's verification of the source", findings(await scanSource(project))),
		say("n8n's verification of the tarball", findings(await scanTarball(tarball))),
	];
	console.log(`\n${Object.keys(unpacked.files).sort().join('\n')}\n\n${tarball}\n`);
	process.exitCode = results.every((passed) => passed) ? 0 : 1;
}

const findings = ({ passed, details, message }: Verdict) => (passed ? [] : [details ?? message ?? 'It did not pass.']);

function say(what: string, problems: string[]): boolean {
	console.log([`${problems.length ? '✗' : '✓'} ${what}`, ...problems.map((problem) => `    ${problem}`)].join('\n'));
	return problems.length === 0;
}

main(process.argv[3]).catch((error: Error) => {
	console.error(`\n${error.message}\n`);
	process.exitCode = 1;
});
