import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/locator';
import { bytesOf } from './support/reply';
import { json } from './support/helpdesk';
import { HostileRig } from './support/hostileRig';

const rig = new HostileRig();

describe('a list that loses its first record after each answer', () => {
	const counted = (data: unknown[], page: number, perPage: number, total: number) => ({
		data,
		links: {},
		meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / perPage)), per_page: perPage, total },
	});
	const wrapped = (page: unknown) => ({ success: true, data: { conversations: page } });

	it.each<[string, INodeParameters, ((page: unknown) => unknown)?]>([
		['conversation.getMany', { inboxId: byId('i1'), filterMode: 'none' }],
		['conversation.search', { query: 'x' }, wrapped],
		['contact.getMany', {}],
		['unconfirmed.inboxGetMany', {}],
		['message.getMany', { conversationId: byId('c1') }],
		['apiRequest.send', { method: 'GET', path: '/things', pageMode: 'counting' }],
	])('%s outputs every remaining record of 420 once', async (operation, parameters, form = (page) => page) => {
		let list = Array.from({ length: 420 }, (_, at) => ({ id: `r${at}`, text_body: 'x' }));
		const { baseUrl, requests } = await rig.answering(({ path, body }) => {
			const asked = body ? (JSON.parse(body) as { page?: number; display?: { page?: number } }) : {};
			const page = Number(asked.display?.page ?? asked.page ?? new URL(path, 'http://x').searchParams.get('page') ?? 1);
			const answer = counted(list.slice((page - 1) * 20, page * 20), page, 20, list.length);
			list = list.slice(1);
			return bytesOf(json(form(answer)));
		});
		const outputs = await rig.node(operation, { ...parameters, returnAll: true, options: {} }, baseUrl)();
		const ids = new Set(outputs.map(({ json }) => json.id));
		expect([list.filter(({ id }) => !ids.has(id)), outputs.length - ids.size]).toEqual([[], 0]);
		expect(requests().length).toBeLessThan(60);
	});
});
