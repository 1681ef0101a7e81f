import type { IDataObject } from 'n8n-workflow';

import { ApiError, type ApiRequest, type Send } from '../../../transport';
import { fetchPage, fetchThread } from '../../../nodes/HelpdeskTrigger/run/pages';

const AT = '2026-01-05T09:00:00Z';
const conversation = (id: unknown = 'c1', created: unknown = AT) => ({ id, created_at: created }) as IDataObject;

/** A helpdesk that gives one answer, and what it was asked. */
function answering(body: unknown, headers: Record<string, string> = {}) {
	const asked: ApiRequest[] = [];
	const send: Send = async (request) => {
		asked.push(request);
		return await Promise.resolve({ status: 200, headers, body });
	};
	return { send, asked };
}

const pageOf = (records: IDataObject[], meta: IDataObject = {}) => ({ data: records, meta: { current_page: 1, last_page: 1, ...meta } });
const read = async (body: unknown, headers?: Record<string, string>, request = {}) =>
	await fetchPage(answering(body, headers).send, {}, { inboxId: 'i', page: 1, perPage: 100, ...request });

describe('a page that the trigger reads', () => {
	it('of an inbox is asked for with filter, order, number and size', async () => {
		const { send, asked } = answering(pageOf([conversation()]));
		await fetchPage(send, { filter: [1], display: { sort: 'newest' } }, { inboxId: 'i', page: 1, perPage: 60 });
		expect(asked).toEqual([
			expect.objectContaining({
				method: 'POST',
				path: '/inboxes/i',
				body: { filter: [1], display: { sort: 'newest', page: 1, per_page: 60 } },
			}),
		]);
	});

	it('of contacts is asked for with those of no organization', async () => {
		const { send, asked } = answering(pageOf([{ id: 1 }]));
		expect(await fetchPage(send, {}, { page: 1, perPage: 60 })).toEqual({ records: [{ id: 1 }], lastPage: 1, perPage: 60 });
		expect(asked).toEqual([expect.objectContaining({ method: 'GET', query: { page: 1, per_page: 60, with_orphan: true } })]);
		expect(asked[0]).not.toHaveProperty('body');
	});

	it('of one conversation is the conversation alone', async () => {
		const { send, asked } = answering(conversation('c7'), { date: 'Mon, 05 Jan 2026 09:00:00 GMT' });
		expect(await fetchPage(send, {}, { inboxId: 'i', page: 1, perPage: 1, conversationId: 'c7' })).toEqual({
			records: [conversation('c7')],
			lastPage: 1,
			perPage: 1,
			serverTime: Date.parse(AT),
		});
		expect(asked).toEqual([expect.objectContaining({ method: 'GET', path: '/conversation/c7' })]);
	});

	it.each<[string, string | undefined, object]>([
		['the Date header', 'Mon, 05 Jan 2026 09:00:00 GMT', { serverTime: Date.parse(AT) }],
		['nothing where there is none', undefined, {}],
		['nothing where it is no date', 'today', {}],
	])('tells the time by %s', async (_, date, told) => {
		const page = await read(pageOf([conversation()]), date === undefined ? {} : { date });
		expect(page).toEqual({ records: [conversation()], lastPage: 1, perPage: 100, ...told });
	});

	it.each<[string, IDataObject[], IDataObject, number]>([
		['what it says', [conversation()], { last_page: 2, per_page: 15 }, 15],
		['what came on a page that others follow', [conversation('a'), conversation('b')], { last_page: 2 }, 2],
		['what was asked for on the last page', [conversation()], {}, 100],
		['what was asked for where nothing came', [], { last_page: 2 }, 100],
	])('has the size of %s', async (_, records, meta, size) => {
		expect((await read(pageOf(records, meta))).perPage).toBe(size);
	});

	it.each([
		['a record', 'without an ID', {}, { created_at: AT }, 'a record came without an ID'],
		['a record', 'whose ID is no text or number', {}, conversation(true), 'a record came without an ID'],
		['a contact', 'without an ID', { inboxId: undefined }, { name: 'Ann' }, 'a record came without an ID'],
		['a conversation', 'without its creation', {}, { id: 1 }, 'a conversation came without a time'],
		['a conversation', 'whose creation is no time', {}, conversation('c1', 'soon'), 'a conversation came without a time'],
	])('is refused for %s %s', async (_, _how, request, record, message) => {
		await expect(read(pageOf([{ ...conversation(), id: 5 }, record as IDataObject]), {}, request)).rejects.toThrow(message);
	});

	it('is refused for one conversation without its creation', async () => {
		await expect(read({ id: 'c1' }, {}, { conversationId: 'c1' })).rejects.toThrow();
	});

	it('may have contacts without their creation', async () => {
		expect(await read(pageOf([{ id: 'k1' }]), {}, { inboxId: undefined })).toMatchObject({ records: [{ id: 'k1' }] });
	});
});

describe('the thread of a conversation', () => {
	const ask = { inboxId: 'i', page: 1, perPage: 1, conversationId: 'c1', isThread: true } as const;

	it('is one page, however many entries it has', async () => {
		const entries = [{ id: 'm1' }, { id: 'm2' }];
		expect(await fetchThread(answering(pageOf(entries)).send, ask)).toEqual({ records: entries, lastPage: 1, perPage: 1 });
	});

	it('has those that can be read where there are more', async () => {
		const body = { messages: [{ id: 'm1' }], has_more: true };
		expect((await fetchThread(answering(body).send, ask)).records).toEqual([{ id: 'm1' }]);
	});

	it('has no entries where its form is not known, or it is refused', async () => {
		const none = { records: [], lastPage: 1, perPage: 1 };
		expect(await fetchThread(answering([{ id: 'm1' }, 'm2']).send, ask)).toEqual(none);
		const refused: Send = async (request) =>
			await Promise.reject(new ApiError(request, { kind: 'answer', answer: { status: 404, headers: {}, body: {} } }, false, 1));
		expect(await fetchThread(refused, ask)).toEqual(none);
	});
});
