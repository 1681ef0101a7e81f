import { Agent } from 'node:http';

import axios from 'axios';

import { outputSchemas } from '../../tools/docs/schemas';
import { operations } from '../support/operations';
import { connect, type SharedN8n } from './support/n8n';

const schemas = outputSchemas();

let n8n: SharedN8n;
beforeAll(async () => (n8n = await connect()));

/** As the editor asks for it: package and node, version, resource and operation. */
const asked = async (node: string, key: string, version = '1.0.0') =>
	// A connection for each request: n8n may have closed one that is kept by the time of the next.
	await axios.get(`${n8n.url}/schemas/n8n-nodes-helpdesk.${node}/${version}/${key.replace('.', '/')}.json`, {
		validateStatus: () => true,
		httpAgent: new Agent({ keepAlive: false }),
	});

it.each(operations.map(([key]) => key))('n8n gives its editor the fields of %s before it has run', async (key) => {
	const { status, data } = await asked('helpdesk', key);
	expect(status).toBe(200);
	expect(data).toEqual(JSON.parse(schemas[`nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`]!));
});

it('n8n has none for what the node does not do, nor for another version of it', async () => {
	expect((await asked('helpdesk', 'conversation.fly')).status).toBe(404);
	expect((await asked('helpdesk', 'conversation.get', '2.0.0')).status).toBe(404);
});

it("an AI agent's tool has the same", async () => {
	expect((await asked('helpdeskTool', 'conversation.get')).status).toBe(200);
});
