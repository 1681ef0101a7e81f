/** Milliseconds since the epoch as the service writes time: UTC, whole seconds, six fraction digits. */
export function timestamp(ms: number): string {
	return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', '.000000Z');
}
