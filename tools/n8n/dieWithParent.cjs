// @ts-check
/**
 * Loaded into n8n before its own code. Descriptor 3 is a pipe from the process that started it: when that
 * process ends, for any reason, the pipe closes, and n8n and its task runners (its process group) end.
 */
const { Socket } = require('node:net');

const lifeline = new Socket({ fd: 3 });
lifeline.on('close', () => process.kill(-process.pid, 'SIGKILL'));
lifeline.resume().unref();
