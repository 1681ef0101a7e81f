import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { byId, useNodeRig, type ShownError } from '../../support/nodeRig';
import { startAnsweringServer } from '../../support/answeringServer';

const page = readFileSync(join(__dirname, '../../../docs/failures.md'), 'utf8');
const troubleshooting = [...page.split('## What is tried again')[0]!.matchAll(/^\| `([^`]+)` \|/gm)].map(
	([, message]) => message!,
);

describe('docs/failures.md', () => {
	const rig = useNodeRig();
	let conversation: string;
	beforeAll(() => (conversation = rig.ids()[0]!));

	const withCredential = async (changes: Parameters<typeof rig.credential>[0]) =>
		await rig.failure(
			'conversation.delete',
			{ conversationId: byId(conversation) },
			{ credential: rig.credential(changes) },
		);
	const noteWhen = async (fault: Parameters<typeof rig.sandbox.fault>[0]) => {
		rig.sandbox.fault({ times: 0, ...fault });
		return await rig.failure('message.addNote', { conversationId: byId(conversation), message: 'seen' });
	};
	const noteOn = async (id: string) =>
		await rig.failure('message.addNote', { conversationId: byId(id), message: 'seen' });

	const ways: Record<string, () => Promise<ShownError>> = {
		'the access token is missing, expired or revoked, or your plan does not include the API': async () =>
			await withCredential({ accessToken: rig.sandbox.tokens.revoked }),
		'the access token is not allowed to do this': async () => await noteWhen({ kind: 'status', status: 403 }),
		"'Base URL' of the credential must end with /v1": async () =>
			await withCredential({ baseUrl: 'https://api.example.com' }),
		'the helpdesk could not be reached': async () => await withCredential({ baseUrl: 'http://127.0.0.1:9/v1' }),
		'no secure connection to the helpdesk could be made': async () =>
			await withCredential({ baseUrl: rig.sandbox.baseUrl.replace('http:', 'https:') }),
		'the certificate of the helpdesk is not trusted': async () => {
			const secure = await startAnsweringServer({ tls: true });
			const error = await withCredential({ baseUrl: `https://127.0.0.1:${secure.port}/v1` });
			await secure.close();
			return error;
		},
		'a web page came back instead of data': async () => await noteWhen({ kind: 'html', status: 200 }),
		'not found': async () => await noteOn('unknown'),
		"'Conversation' is empty": async () => await noteOn(''),
		'\'Conversation\': "c1/../../me" is not a valid ID': async () => await noteOn('c1/../../me'),
		"No tag of the conversation's inbox is named": async () => {
			const tagId = { __rl: true, mode: 'name', value: 'no such tag' };
			return await rig.failure('conversation.addTag', { conversationId: byId(conversation), tagId });
		},
		'is for reading only': async () => await withCredential({ readOnly: true }),
		'There is nothing to update': async () =>
			await rig.failure('conversation.update', { conversationId: byId(conversation), updateFields: {} }),
		'the helpdesk refused a value': async () =>
			await rig.failure('contact.create', {
				email: 'a@b.example',
				additionalFields: { additionalBody: '{"name": 7}' },
			}),
		"the record's current state does not allow this change": async () =>
			await rig.failure('conversation.update', {
				conversationId: byId(conversation),
				updateFields: { status: 'Exploded' },
			}),
		'It may have been applied; not sent again': async () => await noteWhen({ kind: 'drop', when: 'after' }),
		'too many requests, even after several waits': async () =>
			await noteWhen({ kind: 'status', status: 429, retryAfter: 1 }),
		'something went wrong inside the helpdesk': async () => await noteWhen({ kind: 'status', status: 500 }),
		'the helpdesk responded in an unexpected form': async () => {
			rig.sandbox.fault({ kind: 'malformedPage', how: 'missingData' });
			return await rig.failure('conversation.getMany', {
				inboxId: byId('inbox_support'),
				filterMode: 'none',
				returnAll: true,
			});
		},
		'your helpdesk may not support this operation': async () => {
			rig.sandbox.settings({ world: { provisionalEndpoints: 'none' } });
			return await rig.failure('tag.getMany', { returnAll: true });
		},
	};

	it.each(Object.keys(ways))('lists the message that the node shows: %s', async (message) => {
		expect(page).toContain(`\`${message}`);
		expect((await ways[message]!()).message).toContain(message);
	});

	it('lists no message under Troubleshooting that the node never shows', () => {
		expect(troubleshooting.length).toBeGreaterThan(5);
		expect(Object.keys(ways)).toEqual(expect.arrayContaining(troubleshooting));
	});
});
