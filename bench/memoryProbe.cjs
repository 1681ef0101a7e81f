// @ts-check
/**
 * Loaded into n8n before n8n itself: on SIGUSR2 it collects the garbage, so that what a run needs can be told from
 * what the one before has left.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

if (isMainThread && process.argv[1]?.endsWith('n8n')) {
	setFlagsFromString('--expose_gc');
	const collectGarbage = runInNewContext('gc');
	process.on('SIGUSR2', () => {
		collectGarbage();
		collectGarbage();
	});
}
