// @ts-check
/**
 * Runs a server that is no Node program as part of this process, so that it ends with it: `node runAlong.cjs
 * '{"command": …, "args": […], "uid": …, "gid": …}'`.
 */
const { spawn } = require('node:child_process');

const { command, args, uid, gid } = JSON.parse(process.argv[2] ?? '{}');
const server = spawn(command, args, { stdio: 'inherit', uid, gid });
server.once('error', (error) => {
	console.error(error.message);
	process.exit(1);
});
server.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGTERM', () => server.kill('SIGTERM'));
