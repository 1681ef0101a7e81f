import { scheduledIdIn } from '../../../nodes/shared/lookup/scheduledReplies';
import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { openList } from '../../support/loadOptions';
import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const AT = '2026-03-03T09:00:00Z';

describe('the ID of a scheduled reply', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(async () => {
		rig.sandbox.reset();
		await rig.clock.sleep(60_000);
	});
	afterAll(async () => await rig.sandbox.close());

	const conversationId = () => byId(thread(rig.sandbox).record.id);
	const schedule = async (message: string, scheduledAt = AT) => {
		const [item] = await rig.run('scheduledReply.create', { conversationId: conversationId(), message, messageFormat: 'text', scheduledAt });
		return item!.json;
	};
	const waiting = () => thread(rig.sandbox).scheduled.map(({ event }) => event.message.id);
	const sent = () => rig.sandbox.requests().map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);

	it.each([
		{},
		{ messagesForm: 'bare', messageRecord: 'message', messageOrder: 'newestFirst' },
		{ messagesForm: 'wrapped', timeFormat: 'noZone' },
		{ messagesForm: 'pages', idType: 'number' },
		{ messagesForm: 'messages', timeFormat: 'offset' },
	] as const)('is output by Create, after one look into the conversation: %j', async (world) => {
		rig.sandbox.reset({ world });
		const { message_id: id, ...others } = await schedule('First');
		expect(others).toMatchObject({ id: thread(rig.sandbox).record.id, message: 'Reply scheduled successfully.' });
		await schedule('Second');
		expect(sent().slice(0, 2)).toEqual(['POST reply/schedule', 'GET messages']);
		await rig.run('scheduledReply.cancel', { conversationId: conversationId(), messageId: byId(String(id)) });
		expect(thread(rig.sandbox).scheduled.map(({ event }) => event.message.text_body)).toEqual(['Second']);
	});

	it('is the one of this text and time among others that wait', async () => {
		const ids = [await schedule('One'), await schedule('Two'), await schedule('One', '2026-03-04T09:00:00Z')].map((json) => json.message_id);
		expect(ids).toEqual(waiting());
	});

	it('of two that are alike is that of the one made last; made in the same second, neither is told', async () => {
		rig.sandbox.reset({ world: { timeFormat: 'seconds' } });
		await schedule('Same');
		await rig.clock.sleep(5_000);
		expect((await schedule('Same')).message_id).toBe(waiting()[1]);
		rig.sandbox.reset({ world: { timeFormat: 'seconds' } });
		const parameters = { conversationId: conversationId(), message: 'Same', messageFormat: 'text', scheduledAt: AT };
		const items = await rig.run('scheduledReply.create', parameters, { items: [{ json: {} }, { json: {} }] });
		expect(items[0]!.json.message_id).toBe(waiting()[0]);
		expect(items[1]!.json).toMatchObject({ message_id: null, hint: expect.stringContaining("'Scheduled Reply'") });
	});

	it('is said to be unknown where the messages cannot be read; the reply is scheduled all the same', async () => {
		rig.sandbox.fault({ kind: 'status', status: 403, path: '/conversation/*/messages' });
		const json = await schedule('Hello');
		expect(json).toMatchObject({
			message: 'Reply scheduled successfully.',
			message_id: null,
			hint: expect.stringContaining('Get Many of Message'),
		});
		expect(waiting()).toHaveLength(1);
	});

	it.each([
		[{ message: 'ok', message_id: 'm7' }, 'm7'],
		[{ message: 'ok', data: { message_id: 7 } }, '7'],
		[{ data: { id: 'm7', scheduled_at: AT } }, 'm7'],
		[{ data: { id: 'e1', action: 'scheduled', event: { id: 'm7' } } }, 'm7'],
		[{ message: 'ok' }, undefined],
		[{ data: { id: 'c1', subject: 'A conversation' } }, undefined],
		[{ data: { id: 'm7', status: 'sent', scheduled_at: AT } }, undefined],
		['', undefined],
	])('is read from an answer that names it: %j', (body, id) => {
		expect(scheduledIdIn(body)).toBe(id);
	});

	it.each(['cancel', 'sendNow', 'update'] as const)('that Create outputs is what %s takes, also as text alone', async (operation) => {
		const { message_id: id } = await schedule('Hello');
		for (const messageId of [byId(String(id)), String(id)]) {
			const items = [{ json: { id: String(id) } }];
			const parameters = { conversationId: conversationId(), messageId, updateFields: { message: 'Changed' } };
			const [item] = await rig.run(`scheduledReply.${operation}`, parameters, { items, onError: 'continueRegularOutput' });
			if (messageId !== id) expect(item!.json.id).toBe(id);
			expect(rig.sandbox.requests().at(-1)!.path).toContain(`/${String(id)}`);
		}
	});
});

describe('the ID of a scheduled reply in a helpdesk', () => {
	const parameters = { conversationId: byId('c1'), message: 'Hello', messageFormat: 'text', scheduledAt: AT };

	it('that answers with it is not looked for', async () => {
		const helpdesk = await startAnsweringHelpdesk(() => ({ body: { message: 'Scheduled', data: { id: 'm7', scheduled_at: AT } } }));
		const [item] = await helpdesk.run('scheduledReply.create', parameters);
		expect([item!.json, helpdesk.requests.length]).toEqual([expect.objectContaining({ id: 'c1', message: 'Scheduled', message_id: 'm7' }), 1]);
		await helpdesk.close();
	});

	it.each([
		['has HTML alone', { html_body: '<p>Come</p><p>again <b>soon</b></p>' }, 'Come again soon'],
		['has an empty excerpt', { excerpt: '', text_body: 'Come  again' }, 'Come again'],
		['says in a number what becomes of it', { text_body: 'Come', status: 3 }, 'Come'],
	])('is offered by its text where a message %s', async (_, message, text) => {
		const helpdesk = await startAnsweringHelpdesk(() => ({ body: { data: [{ id: 'm7', scheduled_at: AT, ...message }] } }));
		const opened = { credential: helpdesk.credential, parameters: { conversationId: byId('c1') } };
		const { results } = await openList(helpdesk.transport, 'scheduledReplies', opened);
		expect(results).toEqual([{ name: expect.stringMatching(new RegExp(`\\d ${text}$`)), value: 'm7' }]);
		await helpdesk.close();
	});

	const waits = (id: string, text_body: string, others: object = {}) => ({ id, text_body, status: 'scheduled', ...others });
	const made = (time: string) => ({ scheduled_at: AT, created_at: `2026-03-01T${time}Z` });

	it.each<[string, object[], string | null]>([
		['has the text and shows no time', [waits('m1', 'Other'), waits('m2', 'Hello')], 'm2'],
		['shows no time and may have the text', [waits('m1', 'Hell')], null],
		['has another time', [waits('m1', 'Hello', { scheduled_at: '2026-03-04T09:00:00Z' })], null],
		['was made last, listed first', [waits('m2', 'Hello', made('09:00:00')), waits('m1', 'Hello', made('08:00:00'))], 'm2'],
		['was made last, listed last', [waits('m1', 'Hello', made('08:00:00')), waits('m2', 'Hello', made('09:00:00'))], 'm2'],
		['was made last of three', ['08', '10', '09'].map((hour) => waits(`m${hour}`, 'Hello', made(`${hour}:00:00`))), 'm10'],
		['alone tells when it was made', [waits('m1', 'Hello'), waits('m2', 'Hello', made('09:00:00')), waits('m3', 'Hello')], 'm2'],
		['was made when another was', [waits('m1', 'Hello', made('09:00:00')), waits('m2', 'Hello', made('09:00:00'))], null],
	])('is that of the one that %s, else none', async (_, data, id) => {
		const helpdesk = await startAnsweringHelpdesk(({ method }) => ({ body: method === 'GET' ? { data } : { message: 'Scheduled' } }));
		const [item] = await helpdesk.run('scheduledReply.create', parameters);
		await helpdesk.close();
		expect(item!.json.message_id).toBe(id);
	});

	it('whose messages do not show what waits is said to be unknown, after one look', async () => {
		const messages = [{ id: 'm1', text_body: 'Hello', status: 'sent', created_at: AT }];
		const helpdesk = await startAnsweringHelpdesk(({ method }) => ({ body: method === 'GET' ? { data: messages } : { message: 'Scheduled' } }));
		const [item] = await helpdesk.run('scheduledReply.create', parameters);
		expect(item!.json).toMatchObject({ id: 'c1', message: 'Scheduled', message_id: null, hint: expect.stringContaining('does not tell the ID') });
		expect(helpdesk.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
		await helpdesk.close();
	});
});

describe('the list of scheduled replies', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	afterAll(async () => await rig.sandbox.close());

	it('has those that wait in the chosen conversation, by time and text, and none that was sent', async () => {
		const conversationId = byId(thread(rig.sandbox).record.id);
		const credential = { accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl };
		const open = async (parameters = {}, filter?: string) =>
			(await openList(rig.transport, 'scheduledReplies', { credential, parameters, filter })).results;
		const ids: unknown[] = [];
		for (const [message, scheduledAt] of [
			['Later', '2026-03-05T09:00:00Z'],
			['Any <news>?', AT],
		]) {
			const [item] = await rig.run('scheduledReply.create', {
				conversationId,
				message: message!,
				messageFormat: 'text',
				scheduledAt: scheduledAt!,
			});
			ids.push(item!.json.message_id);
		}
		expect(await open({ conversationId })).toEqual([
			{ name: expect.stringMatching(/^2026-03-03 \d\d:00 Any <news>\?$/), value: ids[1] },
			{ name: expect.stringMatching(/^2026-03-05 \d\d:00 Later$/), value: ids[0] },
		]);
		expect(await open({ conversationId }, 'later')).toHaveLength(1);
		expect(await open()).toEqual([]);
		await rig.run('scheduledReply.sendNow', { conversationId, messageId: byId(String(ids[1])) });
		expect((await open({ conversationId })).map(({ value }) => value)).toEqual([ids[0]]);
	});
});
