import type { INodeParameters } from 'n8n-workflow';

/** Returns the stored value of a resource locator, chosen by ID. */
export function byId(value: string) {
	return { __rl: true, mode: 'id', value } as unknown as INodeParameters;
}
