import { join } from 'node:path';

import type { Sandbox } from '../../sandbox';
import { createConversation } from '../../sandbox/newConversation';
import { OWNER, type N8nClient } from '../n8n/client';
import {
	helpdeskCredential,
	readWorkflow,
	withCredential,
	withSchedule,
	type SavedCredential,
	type SavedWorkflow,
} from '../n8n/workflow';

const INBOX = 'inbox_support';

/** Subject and text of the tickets that the first run triages. */
const URGENT: Array<[string, string]> = [
	['URGENT: checkout is down', 'No customer of ours can pay at the moment.'],
	['Urgent: charged twice', 'My card was charged twice today.'],
	['Parcel lost, urgent', 'We need the spare part for a show on Saturday.'],
];

const ABOUT =
	'**In this demo**, credential and inbox are chosen, and the schedule is every minute. Press **Execute workflow**.\n\n';

interface FirstMinutes {
	workflow: SavedWorkflow;
	credential: SavedCredential;
	/** Returns how many of the three tickets the workflow has triaged. */
	triaged(): number;
}

/**
 * Adds three urgent tickets and the triage example with its credential, and shows the steps on the page of the
 * simulated helpdesk.
 */
export async function leadThrough(client: N8nClient, n8nUrl: string, sandbox: Sandbox): Promise<FirstMinutes> {
	const contacts = sandbox.store.contactsOf('org_acme');
	const tickets = URGENT.map(([subject, text], index) => {
		const ticket = createConversation(sandbox.store, {
			inboxId: INBOX,
			contactId: contacts[index]!.id,
			subject,
			html: `<p>${text}</p>`,
		});
		ticket.record.priority = 'Normal';
		return ticket;
	});
	const credential = await client.createCredential(helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal));
	const example = await readWorkflow(join(__dirname, '../../examples/triage.json'));
	for (const { type, parameters } of example.nodes)
		if (type === 'n8n-nodes-base.stickyNote') parameters.content = ABOUT + String(parameters.content);
	const workflow = await client.createWorkflow(
		withSchedule(withCredential(example, credential), { field: 'minutes', minutesInterval: 1 }),
	);

	const triaged = () => tickets.filter(({ record }) => record.priority === 'High').length;
	const path = `/workflow/${workflow.id}`;
	const numbers = tickets.map(({ record }) => `#${record.ticket_id}`).join(', ');
	// n8n does not answer while it starts or stops.
	const isPublished = async () =>
		await client.savedWorkflow(workflow).then(
			({ active }) => active === true,
			() => false,
		);
	sandbox.steps = async () => {
		const hasRun = sandbox.requests().some(({ method, path }) => method === 'POST' && path.endsWith(`/${INBOX}`));
		const isDone = triaged() === tickets.length;
		return [
			{
				text: `Log in to n8n with \`${OWNER.email}\` and the password \`${OWNER.password}\``,
				url: `${n8nUrl}/signin?redirect=${encodeURIComponent(path)}`,
				isDone: hasRun,
			},
			{ text: 'Press Execute workflow below the canvas', url: n8nUrl + path, isDone: hasRun },
			{
				text: `Come back: ${triaged()} of the ${tickets.length} new urgent tickets (${numbers}) have a tag, a note and a high priority`,
				isDone,
			},
			{ text: 'See the meter: each request counts against the limit of the helpdesk', isDone },
			{
				text: 'Press Publish in n8n: urgent tickets are triaged every minute. A customer writes every 20 seconds',
				url: n8nUrl + path,
				isDone: await isPublished(),
			},
		];
	};
	return { workflow, credential, triaged };
}
