/** The minute over which the helpdesk counts requests, in ms (contract, Limits). */
export const WINDOW_MS = 60_000;
