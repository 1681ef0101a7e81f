/**
 * n8n's scanner as it is installed in FOLDER/node_modules, on one package: plain Node, because the scanner is
 * an ES module that loads its own ESLint.
 *
 * node tools/verification/scan.mjs FOLDER PACKAGE source|tarball   prints {"passed": …, "message"?: …, "details"?: …}
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, packageFolder, kind] = process.argv.slice(2);
const scanner = join(folder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
const { analyzePackage, SOURCE_FILE_PATTERNS } = await import(pathToFileURL(scanner).href);

/** The patterns that the scanner itself takes for what is published; it does not export them. */
const TARBALL_FILE_PATTERNS = ['**/*.js', 'package.json'];

const { passed, message, details } = await analyzePackage(packageFolder, kind === 'source' ? SOURCE_FILE_PATTERNS : TARBALL_FILE_PATTERNS);
console.log(JSON.stringify({ passed, message, details }));
