import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox';
import { helpdesk, httpRequest, type Link } from '../test/n8n/support/workflows';
import type { Contender, Task } from './race';
import { pages } from './readers';

const byExpression = { __rl: true, mode: 'id', value: '={{ $json.id }}' } as unknown as INodeParameters;
const RETRY: Partial<Link> = { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 };
const ONE_PER_200_MS = { batching: { batch: { batchSize: 1, batchInterval: 200 } } } as unknown as INodeParameters;

/** The HTTP Request node in three usual setups. */
function byHand(parameters: (sandbox: Sandbox) => INodeParameters): Contender[] {
	const contender = (name: string, options: INodeParameters = {}, more: Partial<Link> = {}): Contender => ({
		name: `HTTP Request, ${name}`,
		step: (sandbox, credential) => httpRequest('Step', credential, { ...parameters(sandbox), options }, more),
	});
	return [contender('as it is'), contender('one per 200 ms', ONE_PER_200_MS), contender('Retry On Fail', {}, RETRY)];
}

/** Sets the status of `count` conversations, as triage does: more than fit into a minute's limit. */
export function updates(count: number): Task {
	return {
		name: `${count} updates`,
		ids: (sandbox) => [...sandbox.store.conversations.keys()].slice(0, count),
		written: ({ store }, id) => Number(store.conversations.get(id)!.record.status === 'Pending'),
		prepare: ({ store }) => store.conversations.forEach(({ record }) => (record.status = 'Active')),
		contenders: [
			{
				name: 'this pack',
				step: () =>
					helpdesk('Step', 'conversation.update', {
						conversationId: byExpression,
						updateFields: { status: 'Pending' },
					}),
			},
			...byHand(({ baseUrl }) => ({
				method: 'PATCH',
				url: `=${baseUrl}/conversation/{{ $json.id }}`,
				sendBody: true,
				bodyParameters: { parameters: [{ name: 'status', value: 'Pending' }] } as unknown as INodeParameters,
			})),
		],
	};
}

/** Adds a note to each conversation while one in five requests fails, half of them after writing the note. */
export function faultyNotes(count: number): Task {
	return {
		name: `${count} notes, 20 % faults`,
		sandbox: { limitPerMinute: 0 },
		prepare: (sandbox) => {
			sandbox.fault({ kind: 'drop', when: 'after', path: '/conversation/*/note', times: 0, probability: 0.1 });
			sandbox.fault({ kind: 'status', status: 500, path: '/conversation/*/note', times: 0, probability: 0.11 });
		},
		ids: (sandbox) => [...sandbox.store.conversations.keys()].slice(0, count),
		written: ({ store }, id) =>
			store.conversations.get(id)!.events.filter(({ message }) => message.text_body === 'Seen').length,
		contenders: [
			notes('this pack', {}),
			notes('this pack, Send Again If Missing', { options: { sendAgainIfMissing: true } }),
			...byHand(({ baseUrl }) => ({
				method: 'POST',
				url: `=${baseUrl}/conversation/{{ $json.id }}/note`,
				sendBody: true,
				bodyParameters: { parameters: [{ name: 'message', value: 'Seen' }] } as unknown as INodeParameters,
			})),
		],
	};
}

/** Adds notes with the HTTP Request node and Retry On Fail. Failed items continue as data. */
function notes(name: string, parameters: INodeParameters): Contender {
	const all = { conversationId: byExpression, message: 'Seen', ...parameters };
	return {
		name,
		step: () => helpdesk('Step', 'message.addNote', all, { ...RETRY, onError: 'continueRegularOutput' }),
	};
}

/** Reads a list of contacts page by page, with 200 ms per request. */
export function contactPages(count: number): Task {
	return {
		name: `${count} contacts, 200 ms a page`,
		sandbox: { latencyMs: 200 },
		prepare: ({ store }) => {
			for (let number = store.contactsOf('org_acme').length; number < count; number += 1) {
				store.addContact('org_acme', {
					id: `contact_${number}`,
					email: `contact${number}@example.com`,
					conversations_count: 1,
				});
			}
		},
		ids: () => [],
		contenders: [
			{ name: 'this pack', step: () => helpdesk('Step', 'contact.getMany', { returnAll: true }) },
			{
				name: 'HTTP Request, its pagination',
				step: (sandbox, credential) =>
					httpRequest('Step', credential, {
						url: `${sandbox.baseUrl}/contacts`,
						sendQuery: true,
						queryParameters: {
							parameters: [{ name: 'per_page', value: '100' }],
						} as unknown as INodeParameters,
						options: pages('$response.body.meta.current_page >= $response.body.meta.last_page'),
					}),
			},
		],
	};
}
