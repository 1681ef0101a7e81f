import type { RunningN8n } from '../../../tools/n8n/start';

/** What the set-up of a run leaves to its tear-down. */
export const shared: { n8n?: RunningN8n; folder?: string } = {};
