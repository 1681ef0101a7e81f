import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import type { N8nClient } from '../n8n/client';
import { readWorkflow, withCredential, type SavedCredential } from '../n8n/workflow';

/** Publishes the example with tools for an AI assistant. Returns the secret that its MCP client needs. */
export async function offerTools(client: N8nClient, credential: SavedCredential): Promise<string> {
	const token = randomBytes(8).toString('hex');
	const secret = await client.createCredential({ name: 'For an assistant', type: 'httpBearerAuth', data: { token } });
	const { nodes, ...rest } = withCredential(
		await readWorkflow(join(__dirname, '../../examples/ai-tool.json')),
		credential,
	);
	const own = nodes.map((node) =>
		node.type.endsWith('mcpTrigger') ? { ...node, credentials: { httpBearerAuth: secret } } : node,
	);
	await client.activate(await client.createWorkflow({ ...rest, nodes: own }));
	return token;
}
