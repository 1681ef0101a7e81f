import { itemsOf } from '../../tools/n8n/client';
import { withCredential } from '../../tools/n8n/workflow';
import { createConversation } from '../../sandbox/newConversation';
import { useRig } from './support/n8n';
import { readExample } from './support/workflows';

const rig = useRig({ conversations: 120 });

async function run(name: string) {
	const execution = await rig.run(withCredential(await readExample(name), rig.credential));
	expect([execution.status, execution.error]).toEqual(['success', undefined]);
	return execution;
}

const inInbox = () =>
	[...rig.sandbox.store.conversations.values()].filter(({ record }) => record.inbox_id === 'inbox_support');
const isWrite = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && !path.startsWith('/inboxes/');

it('the Monday report counts new, open and waiting conversations, and writes nothing to the helpdesk', async () => {
	const [table] = itemsOf(await run('monday-report'), 'Send it').map(({ json }) => json);
	const rows = table!.rows as Array<{
		inbox: string;
		new: number;
		open: number;
		waiting: number;
		longestWaitHours: number;
	}>;
	const sum = (column: 'new' | 'open' | 'waiting') => rows.reduce((total, row) => total + row[column], 0);
	const weekAgo = Date.now() - 7 * 86_400_000;
	expect(sum('new')).toBe(inInbox().filter(({ record }) => Date.parse(record.created_at) > weekAgo).length);
	expect(sum('open')).toBe(inInbox().filter(({ record }) => record.status === 'Active').length);
	expect(sum('waiting')).toBeGreaterThan(0);
	expect(Math.max(...rows.map(({ longestWaitHours }) => longestWaitHours))).toBeGreaterThan(0);
	expect(rows.every(({ inbox }) => inbox === 'Support')).toBe(true);
	expect(String(table!.html).match(/<tr>/g)).toHaveLength(rows.length + 1);
	expect(rig.sandbox.requests().filter(isWrite)).toEqual([]);
});

it('the example of duplicates suggests one merge if a customer wrote twice in a day, and never merges', async () => {
	const contactId = rig.sandbox.store.contactsOf('org_acme')[0]!.id;
	const [first, second] = ['Where is my lamp?', 'Lamp still missing'].map((subject) =>
		createConversation(rig.sandbox.store, { inboxId: 'inbox_support', contactId, subject, html: '<p>Hello</p>' }),
	);
	const notes = ({ events }: typeof first & object) =>
		events
			.filter(({ message }) => message.text_body.includes('merge them'))
			.map(({ message }) => message.text_body);
	await run('duplicates');
	await run('duplicates');
	expect(notes(second!)).toEqual([expect.stringContaining(`#${first!.record.ticket_id} ("Where is my lamp?")`)]);
	expect(notes(first!)).toEqual([]);
	expect(rig.sandbox.requests().filter((request) => isWrite(request) && !request.path.endsWith('/note'))).toEqual([]);
});
