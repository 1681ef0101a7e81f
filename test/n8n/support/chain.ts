import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { SavedCredential, WorkflowInput } from '../../../tools/n8n/workflow';

/** A node of a chain, by its name. */
export interface Link {
	name: string;
	type: string;
	parameters: INodeParameters;
	typeVersion?: number;
	onError?: INode['onError'];
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
	credentials?: INode['credentials'];
}

/** A Helpdesk node for a chain: "resource.operation" and its parameters. */
export function helpdesk(name: string, operation: string, parameters: INodeParameters = {}, more: Partial<Link> = {}): Link {
	const [resource, value] = operation.split('.') as [string, string];
	return { name, type: 'n8n-nodes-helpdesk.helpdesk', parameters: { resource, operation: value, ...parameters }, ...more };
}

/** n8n's HTTP Request node as a user would set it up in place of a Helpdesk node, with the same credential or the token in a header. */
export function httpRequest(name: string, credential: SavedCredential, parameters: INodeParameters, more: Partial<Link> = {}): Link {
	const authentication =
		credential.type === 'httpHeaderAuth'
			? { authentication: 'genericCredentialType', genericAuthType: credential.type }
			: { authentication: 'predefinedCredentialType', nodeCredentialType: credential.type };
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: { [credential.type]: credential } as INode['credentials'],
		parameters: { ...authentication, ...parameters },
		...more,
	};
}

/** A workflow that is started by hand with these items and runs its nodes one after the other. */
export function chain(name: string, items: IDataObject[], links: Link[]): WorkflowInput {
	const start: Link = { name: 'By hand', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
	const all = [start, ...links];
	const nodes = all.map((link, index): INode => ({
		typeVersion: 1,
		...link,
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		position: [index * 220, 0],
	}));
	const connections = Object.fromEntries(
		links.map((link, index) => [all[index]!.name, { main: [[{ node: link.name, type: 'main' as const, index: 0 }]] }]),
	);
	return { name, nodes, connections, settings: { executionOrder: 'v1' }, pinData: { 'By hand': items.map((json) => ({ json })) } };
}
