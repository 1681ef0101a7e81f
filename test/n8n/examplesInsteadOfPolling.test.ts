import { createHmac } from 'node:crypto';

import axios from 'axios';

import { withCredential, type WorkflowInput } from '../../tools/n8n/workflow';
import { receiveMessage } from '../../sandbox/incoming';
import type { StoredConversation } from '../../sandbox/records';
import { eventually, useRig } from './support/n8n';
import { readExample } from './support/workflows';

const SECRET = 'the secret of the webhook';

const escapedSlashes = (json: string) => json.replaceAll('/', '\\/');
const escapedLetters = (json: string) =>
	json.replace(/[\u0080-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** JSON as PHP writes it by default. */
const phpJson = (value: unknown) => escapedSlashes(escapedLetters(JSON.stringify(value)));
const signatureOf = (json: string, secret = SECRET) => createHmac('sha1', secret).update(json).digest('base64');

describe('the example that starts without polling, in a real n8n', () => {
	const rig = useRig({ conversations: 30 });
	let example: WorkflowInput;

	beforeAll(async () => {
		const own = withCredential(await readExample('instead-of-polling'), rig.credential);
		const { id, name } = await rig.client.createCredential({
			name: 'Webhook',
			type: 'crypto',
			data: { hmacSecret: SECRET },
		});
		const nodes = own.nodes.map((node) =>
			node.type === 'n8n-nodes-base.crypto' ? { ...node, credentials: { crypto: { id, name } } } : node,
		);
		example = { ...own, nodes };
	});

	const notes = ({ events }: StoredConversation) =>
		events.filter(({ message }) => message.direction === 'internal').length;

	it('writes one note per customer message, and none for a forged, repeated, late or malformed request', async () => {
		const conversations = [...rig.sandbox.store.conversations.values()]
			.filter(({ record }) => record.inbox_id === 'inbox_support')
			.slice(0, 8);
		for (const conversation of conversations) receiveMessage(rig.sandbox.store, conversation, 'Where is it?');
		const before = conversations.map(notes);
		const data = (at: number, more = {}) => ({
			type: 'conversation',
			id: conversations[at]!.record.id,
			subject: 'Größe a/b 😀',
			...more,
		});
		const call = (body: string, signature?: string) => ({ body, signature });
		const delivery = (json: string, signed = json, secret = SECRET) =>
			call(`{"eventType":"conversation.contact.replied","data":${json}}`, signatureOf(signed, secret));
		const [first, second, fourth] = [0, 1, 3].map((at) => phpJson(data(at)));
		const honest = [
			delivery(first!),
			// Signed in one of the four spellings, sent in another.
			delivery(second!, JSON.stringify(data(1))),
			delivery(JSON.stringify(data(2)), escapedSlashes(JSON.stringify(data(2)))),
			call(
				`{"data": ${fourth} , "event_type":"conversation.created"}`,
				signatureOf(escapedLetters(JSON.stringify(data(3)))),
			),
		];
		const [victim] = [5, 6].map((at) => phpJson(data(at)));
		const hostile = [
			call(`{"data":${victim}}`),
			call(`{"data":${victim}}`, ''),
			delivery(victim!, victim, 'another secret'),
			delivery(victim!, victim, ''),
			delivery(victim!, first),
			call(`{"data":${victim}}`, createHmac('sha1', SECRET).update(victim!).digest('hex')),
			call(`{"data":${victim}}`, createHmac('sha256', SECRET).update(victim!).digest('base64')),
			call(`{"data":${victim}}`, signatureOf(`{"data":${victim}}`)),
			call(`{"data":${victim}}`, signatureOf('')),
			call(`{"data":${victim}}`, `sha1=${signatureOf(victim!)}x`),
			call(`{"data":${victim}}`, signatureOf(victim!).toLowerCase()),
			call(`{"data":${first},"data":${victim}}`, signatureOf('{}')),
			call(`{"data":${victim},"data":${first}}`, signatureOf(first!)),
			call(`{"other":{"data":${first}},"data":${victim}}`, signatureOf(first!)),
			call(`{"text":"\\"data\\":${first!.replaceAll('"', '\\"')}","data":${victim}}`, signatureOf(first!)),
			call(`{"data":${victim} }`, signatureOf(`${victim} `)),
			call('{"data":null}', signatureOf('null')),
			call('{"data":"text"}', signatureOf('"text"')),
			call('{"data":[1,2]}', signatureOf('[1,2]')),
			call('{"data":{}}', signatureOf('{}')),
			call('{"data":{"id":"no-such-conversation"}}', signatureOf('{"id":"no-such-conversation"}')),
			call('{"data":{"id":"../me"}}', signatureOf('{"id":"../me"}')),
			call('{"data":', signatureOf('')),
			call('[]', signatureOf('')),
			call('null', signatureOf('')),
			call('no JSON', signatureOf('no JSON')),
			call('', signatureOf('')),
		];
		// Calls may be repeated, late, and out of order.
		const repeated = [...honest, ...honest.slice().reverse(), honest[0]!];

		const workflow = await rig.client.createWorkflow(example);
		await rig.client.activate(workflow);
		const send = async ({ body, signature }: { body: string; signature?: string }) =>
			await axios.post(`${rig.url}/webhook/helpdesk`, Buffer.from(body), {
				headers: {
					'content-type': 'application/json',
					...(signature !== undefined && { 'x-td-signature': signature }),
				},
				validateStatus: () => true,
			});
		try {
			for (const each of [...hostile, ...repeated, ...hostile.slice(0, 3)]) await send(each);
			await eventually(() => conversations.slice(0, 4).every((each, at) => notes(each) > before[at]!));
			receiveMessage(rig.sandbox.store, conversations[0]!, 'And now?');
			await send(honest[0]!);
			await eventually(() => notes(conversations[0]!) === before[0]! + 2);
		} finally {
			await rig.client.deactivate(workflow);
		}
		await eventually(async () => !(await rig.client.isRunning(workflow)));
		// Nobody without the secret can start the error workflow: only signed calls without a conversation fail.
		const statuses = await Promise.all(
			(await rig.client.executionIds(workflow)).map(async (id) => (await rig.client.finished(id)).status),
		);
		expect(statuses.length).toBeGreaterThan(30);
		expect(statuses.filter((status) => status === 'error')).toHaveLength(2);
		expect(conversations.map((each, at) => notes(each) - before[at]!)).toEqual([2, 1, 1, 1, 0, 0, 0, 0]);
	});
});
