import type { RunningN8n } from '../../../tools/n8n/start';

/** What the set-up of a run leaves to its tear-down. */
export const shared: { running?: { n8n: RunningN8n; userFolder: string } } = {};
