import { pleasantWorld, type World } from '../../contract/worlds';
import { tokenName, tokens } from '../../sandbox/tokens';
import type { IncomingRequest } from '../../sandbox/request';
import { dressed } from '../../sandbox/world/headers';
import { written } from '../../sandbox/world/records';
import { apartFromPage, stored } from '../../sandbox/world/requests';
import { storedTime, writtenTime } from '../../sandbox/world/times';
import { WireIds } from '../../sandbox/world/wireIds';
import { rankOf, reaches } from '../../sandbox/world/words';
import { newEvent, newMessage } from '../../sandbox/thread';
import { seededStore } from './client';

const worldWith = (changes: Partial<World>): World => ({ ...pleasantWorld, ...changes });
const now = Date.parse('2026-03-02T09:00:00Z');

describe('what stands around an answer', () => {
	it.each([
		[400, 'ERROR_BAD_REQUEST'],
		[401, 'ERROR_UNAUTHENTICATED'],
		[403, 'ERROR_FORBIDDEN'],
		[404, 'ERROR_NOT_FOUND'],
		[405, 'ERROR_METHOD_NOT_ALLOWED'],
		[409, 'ERROR_CONFLICT'],
		[412, 'ERROR_NOTHING_TO_UPDATE'],
		[418, 'ERROR_UNKNOWN'],
		[422, 'ERROR_VALIDATION'],
		[429, 'ERROR_TOO_MANY_ATTEMPTS'],
		[500, 'ERROR_SERVER'],
		[503, 'ERROR_UNAVAILABLE'],
	])('an error %i has the code %s where there are codes', (status, code) => {
		const answer = { status, headers: {}, body: { message: 'No.' } };
		expect(dressed(worldWith({ errorCodes: 'present' }), answer, now).body).toEqual({ message: 'No.', code });
		expect(dressed(worldWith({ errorCodes: 'none' }), answer, now).body).toEqual({ message: 'No.' });
	});

	it('a success and a web page have no code', () => {
		const bodyOf = (status: number, body: unknown) => dressed(worldWith({ errorCodes: 'present' }), { status, headers: {}, body }, now).body;
		expect([bodyOf(399, { id: 1 }), bodyOf(502, '<html>')]).toEqual([{ id: 1 }, '<html>']);
	});

	it.each([
		['0', 'Mon, 02 Mar 2026 09:00:00 GMT'],
		['30', 'Mon, 02 Mar 2026 09:00:30 GMT'],
		['-1', '-1'],
		['soon', 'soon'],
		[undefined, undefined],
	])('Retry-After %s is %s where it is a date', (sent, expected) => {
		const answer = { status: 429, headers: sent === undefined ? {} : ({ 'retry-after': sent } as Record<string, string>), body: {} };
		expect(dressed(worldWith({ retryAfter: 'date' }), answer, now).headers['retry-after']).toBe(expected);
		expect(dressed(worldWith({ retryAfter: 'seconds' }), answer, now).headers['retry-after']).toBe(sent);
	});
});

describe('a bearer token', () => {
	it.each([
		[`Bearer ${tokens.personal}`, 'personal'],
		[`bearer ${tokens.colleague}`, 'colleague'],
		[`Basic Bearer ${tokens.personal}`, 'none'],
		['Bearer nobody', 'unknown'],
		['Bearer ', 'none'],
		[undefined, 'none'],
	])('%s is %s', (authorization, name) => {
		expect(tokenName(authorization)).toBe(name);
	});
});

describe('ids as numbers', () => {
	const numbered = () => new WireIds(() => worldWith({ idType: 'number' }));

	it('count up, stay the same, and are known again as number and as text', () => {
		const ids = numbered();
		expect(['a', 'b', 'a'].map((id) => ids.shown(id))).toEqual([7_000_001, 7_000_002, 7_000_001]);
		expect(['7000002', '7000003', 'c'].map((sent) => ids.stored(sent))).toEqual(['b', '7000003', 'c']);
		expect(JSON.parse(ids.storedBody('{"id":7000001,"ids":["7000002",7000001,5],"toString":1,"is":true}'))).toEqual({
			id: 'a',
			ids: ['b', 'a', 5],
			toString: 1,
			is: true,
		});
	});

	it('leave a body as it was sent that is no JSON, or that comes before any id was shown', () => {
		const ids = numbered();
		expect(ids.storedBody('{ "id": 7000001 }')).toBe('{ "id": 7000001 }');
		ids.shown('a');
		expect(ids.storedBody('{ "id": 70')).toBe('{ "id": 70');
	});

	it('are read in every part of a request', () => {
		const ids = numbered();
		ids.shown('a');
		const request = { params: { id: '7000001' }, query: { one: '7000001', more: ['7000001', 'x'] }, text: '7000001', method: 'GET' };
		expect(stored(ids, request as unknown as IncomingRequest)).toEqual({
			params: { id: 'a' },
			query: { one: 'a', more: ['a', 'x'] },
			text: '"a"',
			method: 'GET',
		});
		expect(stored(ids, { ...request, text: undefined } as unknown as IncomingRequest).text).toBeUndefined();
	});
});

describe('the page of a thread', () => {
	const pages = worldWith({ messagesForm: 'pages' });
	it.each([
		[pages, 'listMessages', { page: '2', 'per-page': '5', event_id: 'x' }, { query: { event_id: 'x' }, page: { page: 2, 'per-page': 5 } }],
		[pages, 'listMessages', { per_page: '5' }, { query: {}, page: { 'per-page': 5 } }],
		[pages, 'listMessages', {}, { query: {}, page: {} }],
		[pages, 'listContacts', { page: '2' }, { query: { page: '2' }, page: {} }],
		[pleasantWorld, 'listMessages', { page: '2' }, { query: { page: '2' }, page: {} }],
	])('is asked for only where threads come in pages', (world, operationId, query, expected) => {
		expect(apartFromPage(world, operationId, query)).toEqual(expected);
	});
});

describe('times', () => {
	it('are whole seconds, or milliseconds in the world that has them', () => {
		expect(storedTime(pleasantWorld, now + 789)).toBe('2026-03-02T09:00:00.000000Z');
		expect(storedTime(worldWith({ timeFormat: 'milliseconds' }), now + 789)).toBe('2026-03-02T09:00:00.789000Z');
		expect(writtenTime(worldWith({ timeFormat: 'milliseconds' }), '2026-03-02T09:00:00.789000Z')).toBe('2026-03-02T09:00:00.789Z');
		expect(writtenTime(worldWith({ timeFormat: 'offset' }), '2026-03-02T23:00:00.000000Z')).toBe('2026-03-03T01:00:00+02:00');
	});
});

describe('the words of a helpdesk', () => {
	it('rank priorities from high to low, one that is not set as normal, and any other last', () => {
		expect(['High', 'normal', null, 'Low', 'Critical'].map(rankOf)).toEqual([0, 1, 1, 2, 3]);
	});

	it('lead from a closed conversation only to an open one where the state machine is strict', () => {
		const strict = worldWith({ statusTransitions: 'strict' });
		const reached = (world: World, from: string) => ['Active', 'Pending', 'Closed', 'Solved'].map((to) => reaches(world, from, to));
		expect(reached(strict, 'Closed')).toEqual([true, false, false, false]);
		expect(reached(strict, 'Pending')).toEqual([true, true, true, false]);
		expect(reached(pleasantWorld, 'Closed')).toEqual([true, true, true, false]);
	});
});

describe('a record', () => {
	/** What is written of a conversation, or of anything else, in a world. */
	const rig = (changes: Partial<World>) => {
		const { store } = seededStore();
		const world = worldWith(changes);
		const ids = new WireIds(() => world);
		const conversation = [...store.conversations.values()].find(({ record }) => record.assignable_id === null)!;
		const write = (value: unknown) => written({ world, store, ids }, value);
		return { store, conversation, write, read: () => write({ record: conversation.record }) as { record: Record<string, unknown> } };
	};

	it('has its ids as numbers where they are numbers, and nothing else', () => {
		const { write } = rig({ idType: 'number' });
		const others = { paid: 'x', idle: 'x', agents_note: 'x', my_agents: 'x', _idx: 'x', tagIdsToo: 'x', name: 'x', inbox_id: '' };
		expect(write(others)).toEqual(others);
		expect(write({ id: 'a', agents: ['b'], tagIds: ['c'], inbox_id: 'd', mentioned_ids: ['a', 'd'], actor: { id: 'e' } })).toEqual({
			id: 7_000_001,
			agents: [7_000_002],
			tagIds: [7_000_003],
			inbox_id: 7_000_004,
			mentioned_ids: [7_000_001, 7_000_004],
			actor: { id: 7_000_005 },
		});
	});

	it('keeps the values of its custom fields as they were set', () => {
		const { write } = rig({ idType: 'number', timeFormat: 'seconds' });
		const values = { custom_field_values: { order_id: 'x', paid_at: '2026-03-02T09:00:00.000000Z' } };
		expect(write(values)).toEqual(values);
	});

	it('that nobody is assigned to says so in the way of its world, also where ids are numbers', () => {
		const assignee = (assigneeShape: World['assigneeShape']) => {
			const { assignable_id: id, assignable_type: type } = rig({ assigneeShape, idType: 'number' }).read().record;
			return [id, type];
		};
		expect((['nullWhenNone', 'absentWhenNone', 'emptyWhenNone'] as const).map(assignee)).toEqual([
			[null, null],
			[undefined, undefined],
			['', ''],
		]);
	});

	it('that somebody is assigned to has its assignee in each of them', () => {
		for (const assigneeShape of ['nullWhenNone', 'absentWhenNone', 'emptyWhenNone'] as const) {
			const { conversation, read } = rig({ assigneeShape });
			Object.assign(conversation.record, { assignable_id: 'user_ben', assignable_type: 'user' });
			expect(read().record).toMatchObject({ assignable_id: 'user_ben', assignable_type: 'user' });
		}
	});

	it('of one conversation has the last message and no list of tags, whatever lists have', () => {
		const { conversation, read, write } = rig({ tagsInList: 'ids', lastMessage: 'absent' });
		expect([read().record.last_message !== undefined, 'tags' in read().record]).toEqual([true, false]);
		const [listed] = write([conversation.record]) as [object];
		expect(['last_message' in listed, 'tags' in listed]).toEqual([false, true]);
	});

	it('of a conversation that is not in the store says nothing of what only the store knows', () => {
		const { conversation, write } = rig({ tagsInList: 'ids', updatedAt: 'onlyOnChange', lastMessageBy: 'personId' });
		const [listed] = write([{ ...conversation.record, id: 'conv_example' }]) as [Record<string, unknown>];
		expect(['tags' in listed, 'last_message_by' in listed, listed.updated_at]).toEqual([false, false, conversation.record.updated_at]);
	});

	it.each([
		['personId', 'user_ada'],
		['personName', 'Ada Lindqvist'],
	] as const)('says by %s who wrote the last message, not who left a note after it', (lastMessageBy, expected) => {
		const { store, conversation, read } = rig({ lastMessageBy });
		const [ada, ben] = ['user_ada', 'user_ben'].map((id) => store.teammates.get(id)!);
		for (const teammate of [ben!, ben!, ada!])
			conversation.events.push(newEvent(store, 'replied', teammate, newMessage(store, { html: 'Hi', direction: 'outgoing' })));
		conversation.events.push(newEvent(store, 'note', ben!, newMessage(store, { html: 'Psst', direction: 'internal' })));
		conversation.record.last_message_by = 'user';
		expect(read().record.last_message_by).toBe(expected);
		conversation.events = [];
		expect(read().record).not.toHaveProperty('last_message_by');
	});

	it('of a message keeps the word of a note where the others are inbound and outbound', () => {
		const { store, write } = rig({ directionWords: 'inbound' });
		const directions = (['incoming', 'outgoing', 'internal'] as const).map((direction) => newMessage(store, { html: '', direction }));
		expect((write(directions) as Array<{ direction: string }>).map(({ direction }) => direction)).toEqual(['inbound', 'outbound', 'internal']);
	});
});
