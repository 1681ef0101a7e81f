// @ts-check
/**
 * Loaded before n8n's own code. It collects garbage on SIGUSR2, so that the memory of a run can be distinguished from
 * the garbage of earlier runs.
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
