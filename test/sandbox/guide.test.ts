import axios from 'axios';

import type { N8nClient } from '../../tools/n8n/client';
import type { SavedWorkflow, WorkflowInput } from '../../tools/n8n/workflow';
import { leadThrough } from '../../tools/demo/firstMinutes';
import { useClient } from './client';

const client = useClient();

/** The part of n8n that the guide of `npm start` asks. */
class SavedWorkflows {
	workflow = {} as SavedWorkflow;
	isUp = true;

	createCredential = async (credential: object) => await Promise.resolve({ ...credential, id: 'credential' });

	async createWorkflow(workflow: WorkflowInput): Promise<SavedWorkflow> {
		this.workflow = { ...workflow, id: 'triage', versionId: '1', active: false };
		return await Promise.resolve(this.workflow);
	}

	async savedWorkflow(): Promise<SavedWorkflow> {
		return this.isUp ? await Promise.resolve(this.workflow) : await Promise.reject(new Error('connection refused'));
	}
}

const newest = () => client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').slice(0, 3);
const steps = async (): Promise<Array<{ text: string; isDone?: boolean }>> =>
	(await axios.get(`${client.sandbox.controlUrl}/page`)).data.steps;
const done = async () => (await steps()).map(({ isDone }) => isDone === true);

test('every step of the guide ticks, the last one while the workflow is published', async () => {
	const n8n = new SavedWorkflows();
	await leadThrough(n8n as unknown as N8nClient, 'http://127.0.0.1:5678', client.sandbox);
	expect(await done()).toEqual([false, false, false, false, false]);
	await client.call('POST', '/inboxes/inbox_support', {});
	expect(await done()).toEqual([true, true, false, false, false]);
	for (const ticket of newest()) client.sandbox.store.touch(ticket, { priority: 'High' });
	expect(await done()).toEqual([true, true, true, true, false]);
	n8n.workflow.active = true;
	expect(await done()).toEqual([true, true, true, true, true]);
	n8n.isUp = false;
	expect((await done()).at(-1)).toBe(false);
});

test('the guide names the tickets that it counts, because others are urgent too, and marks what is to be copied', async () => {
	await leadThrough(new SavedWorkflows() as unknown as N8nClient, 'http://127.0.0.1:5678', client.sandbox);
	const [login, , back] = (await steps()).map(({ text }) => text);
	expect(login).toMatch(/ `[^`\s]+@[^`\s]+` and the password `[^`\s]+`$/);
	for (const { record } of newest()) expect(back).toContain(`#${record.ticket_id}`);
});
