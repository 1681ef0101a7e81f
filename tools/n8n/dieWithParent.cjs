// @ts-check
/**
 * Loaded into n8n before its own code. Descriptor 3 is a pipe from the process that started it: when that
 * process ends, in whatever way, the pipe closes, and n8n goes with its task runners (its process group).
 */
const { Socket } = require('node:net');

const lifeline = new Socket({ fd: 3 });
lifeline.on('close', () => process.kill(-process.pid, 'SIGKILL'));
lifeline.resume().unref();
