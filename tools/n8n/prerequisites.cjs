// @ts-check
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { LOCKED_NODE, NODES_OF_N8N, isInstalled, ownNodeIsEnough } = require('./runtime.cjs');

/**
 * Says what this machine lacks for installing n8n, before anything long begins. SQLite's binding is compiled
 * once per machine; an n8n that is installed already needs nothing.
 *
 * @returns {string | undefined} the problem and the command that mends it; undefined when all is there
 */
function missingPrerequisite() {
	if (isInstalled()) return undefined;
	const machine = `${process.platform}-${process.arch}`;
	if (!ownNodeIsEnough && machine !== 'linux-x64') {
		return (
			`n8n needs Node ${NODES_OF_N8N}; this is Node ${process.versions.node} on ${machine}.\n` +
			`Switch to Node ${LOCKED_NODE} (for example: nvm install ${LOCKED_NODE}) and run the command again.`
		);
	}
	const missing = [
		['make', ['make', 'gmake']],
		['a C++ compiler', [process.env.CXX, 'g++', 'c++', 'clang++']],
		['Python 3', [process.env.PYTHON, 'python3', 'python']],
	].filter(([, commands]) => ![commands ?? []].flat().some(answers));
	if (missing.length === 0) return undefined;
	return `n8n's SQLite is compiled on this machine, once; missing: ${missing.map(([name]) => name).join(', ')}.\n${remedy()}`;
}

/** @param {string | undefined} command */
function answers(command) {
	return Boolean(command) && spawnSync(command ?? '', ['--version'], { stdio: 'ignore' }).status === 0;
}

function remedy() {
	if (existsSync('/etc/debian_version')) {
		const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
		return `Install them and run the command again:\n  ${sudo}apt-get update && ${sudo}apt-get install -y make g++ python3`;
	}
	if (process.platform === 'darwin') return 'Install them and run the command again:\n  xcode-select --install';
	return "Install make, a C++ compiler and Python 3 with your system's package manager, then run the command again.";
}

module.exports = { missingPrerequisite };
