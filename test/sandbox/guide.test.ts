import axios from 'axios';

import type { N8nClient } from '../../tools/n8n/client';
import { leadThrough } from '../../tools/demo/firstMinutes';
import { useClient } from './client';

const client = useClient();

const steps = async (): Promise<Array<{ text: string; isDone?: boolean }>> =>
	(await axios.get(`${client.sandbox.controlUrl}/page`)).data.steps;

test('the guide ticks a step only when it is done, names the urgent tickets, and marks texts to copy', async () => {
	const workflow = { id: 'triage', active: false };
	const n8n = {
		createCredential: async () => await Promise.resolve({ id: 'one', name: 'Helpdesk', type: 'helpdeskApi' }),
		createWorkflow: async () => await Promise.resolve(workflow),
		savedWorkflow: async () => await Promise.resolve(workflow),
	};
	await leadThrough(n8n as unknown as N8nClient, 'http://127.0.0.1:5678', client.sandbox);
	const urgent = client.sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').slice(0, 3);
	const [login, , back] = (await steps()).map(({ text }) => text);
	expect(login).toMatch(/ `[^`\s]+@[^`\s]+` and the password `[^`\s]+`$/);
	expect(back).toContain(
		urgent
			.map(({ record }) => `#${record.ticket_id}`)
			.reverse()
			.join(', '),
	);
	const done = async () => (await steps()).map(({ isDone }) => isDone === true);
	expect(await done()).toEqual([false, false, false, false, false]);
	await client.call('POST', '/inboxes/inbox_support', {});
	expect(await done()).toEqual([true, true, false, false, false]);
	for (const ticket of urgent) client.sandbox.store.touch(ticket, { priority: 'High' });
	expect(await done()).toEqual([true, true, true, true, false]);
	workflow.active = true;
	expect(await done()).toEqual([true, true, true, true, true]);
});
