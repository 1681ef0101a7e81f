import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';

const message = (id: string, direction: string) => ({
	id,
	action: 'replied',
	event: { id: `m${id}`, direction, text_body: 'Hello', created_at: `2026-11-22T09:3${id}:00Z` },
});
const conversation = { id: 'c9', ticket_id: 41, subject: 'Where is my order' };
const answers: Record<string, unknown> = {
	'POST /inboxes/i1/conversations': { data: conversation },
	'GET /contacts/c9/conversations': { data: [conversation] },
	'GET /customer/conversations': { data: [conversation] },
	'GET /conversation/c1/messages': { data: [message('1', 'Outbound'), message('2', 'Inbound')] },
	'POST /conversations/c1/events/1/retry': { message: 'Sent.' },
};
let status = 200;
beforeEach(() => void (status = 200));
const helpdesk = useAnsweringHelpdesk(({ method, path }) => ({
	status: method === 'GET' ? 200 : status,
	body: answers[`${method} ${path}`] ?? { message: 'Not found.' },
}));
const writes = () => helpdesk.requests.filter(({ method }) => method !== 'GET');

it.each([
	['c9', 'GET /contacts/c9/conversations', ''],
	['Kim Lee <Kim@x.example>', 'GET /customer/conversations', 'customer_email=Kim%40x.example'],
])('Get Conversations of contact %s uses %s', async (contact, endpoint, query) => {
	const parameters = { contactId: byId(contact), returnAll: false, limit: 5 };
	expect((await helpdesk.run('contact.getConversations', parameters)).map(({ json }) => json.id)).toEqual(['c9']);
	const [request] = helpdesk.requests;
	expect(`${request!.method} ${request!.path}`).toBe(endpoint);
	expect(request!.query.replace(/&?(page|per[-_]page)=\d+/g, '')).toBe(query);
});

describe('Retry Sending, which reaches the customer', () => {
	const parameters = { conversationId: byId('c1'), eventId: '1' };
	const retry = async (options = {}) =>
		(await helpdesk.run('message.retrySending', { ...parameters, options }))[0]!.json;

	it('asks the helpdesk to send the entry again', async () => {
		expect(await retry()).toEqual({ id: 'c1', message: 'Sent.' });
		expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /conversations/c1/events/1/retry',
		]);
	});

	it('is not sent if the customer has written since', async () => {
		expect(await retry({ onlyIfUnchangedSince: 'm1' })).toMatchObject({
			skipped: true,
			new_messages: [{ id: 'm2' }],
		});
		expect(writes()).toEqual([]);
		expect(await retry({ onlyIfUnchangedSince: 'm2' })).toMatchObject({ message: 'Sent.' });
	});

	it('is not sent again if the first request may have been applied', async () => {
		status = 503;
		const { message: text } = await helpdesk.failure('message.retrySending', parameters);
		expect(text).toMatch(
			/^The customer may have got the message\. Could not retry sending of message: .*It may have been applied; not sent again$/,
		);
		expect(writes()).toHaveLength(1);
	});
});
