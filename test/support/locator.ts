import type { INodeParameters } from 'n8n-workflow';

/** A resource locator's stored value, chosen by ID. */
export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value } as unknown as INodeParameters;
}
