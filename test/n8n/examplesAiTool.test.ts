import { withCredential, type SavedWorkflow, type WorkflowInput } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import type { StoredConversation } from '../../sandbox/records';
import { quickCredential, readExample } from './support/examples';
import { McpClient } from './support/mcp';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

const TOKEN = 'a-secret-of-this-test';

describe('the example that gives tools to an AI assistant, in a real n8n and without a model', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let workflow: SavedWorkflow;
	let mcp: McpClient;
	let conversation: StoredConversation;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 100, limitPerMinute: 0 });
		conversation = [...sandbox.store.conversations.values()].find(({ record }) => record.subject.startsWith('URGENT'))!;
		const bearer = await n8n.client.createCredential({ name: 'For the assistant', type: 'httpBearerAuth', data: { token: TOKEN } });
		const example = withCredential(await readExample('ai-tool'), await quickCredential(n8n.client, sandbox));
		workflow = await n8n.client.createWorkflow(withBearer(example, bearer));
		await n8n.client.activate(workflow);
		mcp = new McpClient(`${n8n.url}/mcp/helpdesk`, TOKEN);
		await mcp.connect();
	});
	afterAll(async () => {
		await sandbox.close();
		await n8n.client.deactivate(workflow);
		await n8n.client.deleteWorkflow(workflow);
	});

	const withBearer = (example: WorkflowInput, { id, name }: { id: string; name: string }): WorkflowInput => ({
		...example,
		nodes: example.nodes.map((node) => (node.name === 'MCP Server Trigger' ? { ...node, credentials: { httpBearerAuth: { id, name } } } : node)),
	});

	it('lets nobody in who does not know the secret', async () => {
		await expect(new McpClient(`${n8n.url}/mcp/helpdesk`).connect()).rejects.toThrow('403');
		await expect(new McpClient(`${n8n.url}/mcp/helpdesk`, 'another').connect()).rejects.toThrow('403');
	});

	it('offers three tools, each with what the assistant has to say', async () => {
		const tools = await mcp.tools();
		expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual(
			expect.arrayContaining([
				['Find_conversations', ['words']],
				['Read_a_conversation', ['conversation_id']],
				['Leave_a_note', ['conversation_id', 'note']],
			]),
		);
		expect(tools).toHaveLength(3);
	});

	it('finds, reads and leaves a note, which an assistant that repeats itself does not double', async () => {
		const { id } = conversation.record;
		const [found] = (await mcp.call('Find_conversations', { words: 'URGENT' })).content;
		expect(JSON.parse(found!.text)).toContainEqual(expect.objectContaining({ id, subject: conversation.record.subject }));
		const [read] = (await mcp.call('Read_a_conversation', { conversation_id: id })).content;
		expect(read!.text).toContain(conversation.events[0]!.message.text_body);
		for (let call = 0; call < 2; call += 1) {
			const { isError } = await mcp.call('Leave_a_note', { conversation_id: id, note: 'The assistant was here.' });
			expect(isError).toBeFalsy();
		}
		expect(conversation.events.filter(({ message }) => message.text_body === 'The assistant was here.')).toHaveLength(1);
	});

	it('tells the assistant what failed, in the words of the node', async () => {
		const { isError, content } = await mcp.call('Read_a_conversation', { conversation_id: 'conv_nowhere' });
		expect(isError).toBe(true);
		expect(content[0]!.text).toContain('Could not get messages of conversation: not found');
	});
});
