const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const PACKAGE = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the licences of all packages in the bundle, as one text.
 *
 * @param metafiles esbuild's lists of the inputs of each output
 * @throws {Error} if a package has no licence
 */
function licencesOf(metafiles) {
	const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
	const inputs = outputs.flatMap(({ inputs }) => Object.keys(inputs));
	const names = [...new Set(inputs.map((input) => PACKAGE.exec(input)?.[1]).filter(Boolean))].sort();
	return names.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(name) {
	const folder = join(__dirname, '../../node_modules', name);
	const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
	if (!file) throw new Error(`${name} is bundled and brings no licence`);
	return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

module.exports = { licencesOf };
