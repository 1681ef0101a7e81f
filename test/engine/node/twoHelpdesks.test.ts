import type { INodeParameters } from 'n8n-workflow';

import { countingPage, useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId } from '../../support/nodeRig';

const start = useAnsweringHelpdesks();

const email = 'kim@example.com';
const contacts = { body: countingPage([{ id: 'c1', email }], '') };
const reply = { conversationId: byId('c1'), message: 'Hello', scheduledAt: '2040-01-01T09:00:00Z' };

it.each<[string, INodeParameters]>([
	['contact.upsert', { email }],
	['scheduledReply.create', reply],
])('%s does not wait for another helpdesk where the record has the same ID', async (operation, parameters) => {
	const quick = await start(() => contacts);
	let quickRun: Promise<unknown> | undefined;
	// Answers only after the other helpdesk's run.
	const slow = await start(async () => {
		await (quickRun ??= quick.run(operation, parameters));
		return contacts;
	});
	await slow.run(operation, parameters);
	expect(quick.requests.length).toBeGreaterThan(0);
});
