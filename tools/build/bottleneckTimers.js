const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const NAMES = 'setTimeout, clearTimeout, setInterval, clearInterval, Date, console, global, globalThis';
const SHIMS = join(__dirname, '../../transport/bottleneckTimers.ts');

/** The shipped file of bottleneck. */
const bottleneckFile = /bottleneck[\\/]light\.js$/;

/**
 * bottleneck uses timers and globals that a verified community package must not use. In the bundle and
 * in tests, its file gets replacements, built on n8n's `sleep` and on the monotonic clock.
 */
function withOwnTimers(path) {
	return `{ const { ${NAMES} } = require(${JSON.stringify(SHIMS)});\n${readFileSync(path, 'utf8')}}`;
}

/** Lets jest run bottleneck as shipped. */
const process = (_source, path) => ({ code: withOwnTimers(path) });

module.exports = { bottleneckFile, process, withOwnTimers };
