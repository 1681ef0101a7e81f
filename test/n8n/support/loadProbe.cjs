/**
 * Loads an unpacked package as n8n does, in a fresh process: `node --expose-gc loadProbe.cjs FOLDER`.
 * Prints JSON: `ms` to load, `yardstickMs` for n8n-workflow, `heldBytes` of heap afterwards, `idleBytes` more after
 * an idle second, `opened` timers and sockets, found `nodes`.
 */
const { setTimeout: sleep } = require('node:timers/promises');

const begun = performance.now();
require('n8n-workflow');
const yardstickMs = performance.now() - begun;
const { PackageDirectoryLoader } = require('n8n-core');

const heap = () => {
	global.gc();
	global.gc();
	return process.memoryUsage().heapUsed;
};

async function main(folder) {
	const before = heap();
	const open = process.getActiveResourcesInfo().length;
	const started = performance.now();
	const loader = new PackageDirectoryLoader(folder);
	await loader.loadAll();
	const ms = performance.now() - started;
	const opened = process.getActiveResourcesInfo().slice(open);
	await sleep(100);
	const loaded = heap();
	await sleep(1_000);
	console.log(
		JSON.stringify({
			ms,
			yardstickMs,
			heldBytes: loaded - before,
			idleBytes: heap() - loaded,
			opened,
			nodes: Object.keys(loader.nodeTypes),
		}),
	);
}

void main(process.argv[2]);
