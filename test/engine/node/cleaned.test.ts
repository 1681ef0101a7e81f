import { BinaryDataService } from 'n8n-core';
import { Container } from '@n8n/di';

import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';

const TOKEN = '7|s3cr3t-token-of-ada';

const start = useAnsweringHelpdesks();

const get = { method: 'GET', path: '/echo', pageMode: 'none' };

test('the token is removed from a response that repeats it, including headers and field names', async () => {
	const link = `/x?token=${encodeURIComponent(TOKEN)}`;
	const body = { id: 'c1', note: `Bearer ${TOKEN}!`, [`x ${TOKEN}`]: [TOKEN], link };
	const helpdesk = await start(() => ({ body, headers: { 'x-echo': `Bearer ${TOKEN}` } }));
	const credential = { ...helpdesk.credential, accessToken: TOKEN };
	const [item] = await helpdesk.run('apiRequest.send', { ...get, options: { fullResponse: true } }, { credential });
	expect(JSON.stringify(item)).not.toContain('s3cr3t');
	expect(item!.json).toMatchObject({
		headers: { 'x-echo': 'Bearer (access token)' },
		body: {
			id: 'c1',
			note: 'Bearer (access token)!',
			'x (access token)': ['(access token)'],
			link: '/x?token=(access token)',
		},
	});
});

test('control characters are output as a visible mark, and escape sequences in text stay unchanged', async () => {
	const subject = 'a\u0000b\u001b[31mc\bd\fe\nf\tg \\u0000 \\b C:\\new \\\\u001b';
	const helpdesk = await start(() => ({ body: { data: { id: 'c1', subject } } }));
	const [item] = await helpdesk.run('conversation.get', { conversationId: byId('c1'), simplify: false });
	expect(item!.json.subject).toBe('a�b�[31mc�d�e\nf\tg \\u0000 \\b C:\\new \\\\u001b');
});

test.each(['a\u0000b', 'a\u001b[31m', 'a\u0008'])(
	'a text with a control character is refused before anything is sent: %j',
	async (subject) => {
		const helpdesk = await start(() => ({ body: {} }));
		const { message } = await helpdesk.failure('conversation.update', {
			conversationId: byId('c1'),
			updateFields: { subject },
		});
		expect([message, helpdesk.requests]).toEqual(["'Subject' contains a control character", []]);
	},
);

test('a file that n8n cannot store fails with the message of n8n', async () => {
	const helpdesk = await start(() => ({ body: 'file' }));
	const store = jest
		.spyOn(Container.get(BinaryDataService), 'store')
		.mockRejectedValue(new Error('The disk is full'));
	const { message } = await helpdesk.failure('apiRequest.send', { ...get, options: { download: true } });
	store.mockRestore();
	expect(message).toContain('The disk is full');
});
