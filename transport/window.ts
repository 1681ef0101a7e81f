/** The server's window, in ms (contract, Limits: requests per 1 minute). */
export const WINDOW_MS = 60_000;
