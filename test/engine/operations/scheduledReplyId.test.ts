import { byId, useNodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const AT = '2026-03-03T09:00:00Z';

const rig = useNodeRig();

describe('the ID of a scheduled reply', () => {
	beforeEach(async () => await rig.clock.sleep(60_000));

	const conversationId = () => byId(thread(rig.sandbox).record.id);
	const schedule = async (message: string, scheduledAt = AT) => {
		const [item] = await rig.run('scheduledReply.create', {
			conversationId: conversationId(),
			message,
			messageFormat: 'text',
			scheduledAt,
		});
		return item!.json;
	};
	const waiting = () => thread(rig.sandbox).scheduled.map(({ event }) => event.message.id);
	const sent = () => rig.requests().map(({ method, path }) => `${method} ${path.split('/').slice(3).join('/')}`);

	it.each([
		{},
		{ messageRecord: 'message', messageOrder: 'newestFirst' },
		{ messagesForm: 'events', timeFormat: 'seconds' },
	] as const)('is output by Create after only one read of the conversation: %j', async (world) => {
		rig.sandbox.reset({ world });
		const { message_id: id, ...others } = await schedule('First');
		expect(others).toMatchObject({ id: thread(rig.sandbox).record.id, message: 'Reply scheduled successfully.' });
		await schedule('Second');
		expect(sent().slice(0, 2)).toEqual(['POST reply/schedule', 'GET messages']);
		await rig.run('scheduledReply.cancel', { conversationId: conversationId(), messageId: byId(String(id)) });
		expect(thread(rig.sandbox).scheduled.map(({ event }) => event.message.text_body)).toEqual(['Second']);
	});

	it('is listed by Get Many with time and text, the next reply first', async () => {
		await schedule('Later', '2026-03-04T09:00:00Z');
		await schedule('Sooner\nin two lines');
		const items = await rig.run('scheduledReply.getMany', { conversationId: conversationId() });
		const [later, sooner] = waiting();
		expect(items.map(({ json }) => json)).toEqual([
			{
				id: sooner,
				conversation_id: thread(rig.sandbox).record.id,
				scheduled_at: '2026-03-03T09:00:00.000Z',
				text: 'Sooner\nin two lines',
			},
			expect.objectContaining({ id: later, text: 'Later' }),
		]);
	});

	it('is found by the text and the time of the reply', async () => {
		const ids = [await schedule('One'), await schedule('Two'), await schedule('One', '2026-03-04T09:00:00Z')].map(
			(json) => json.message_id,
		);
		expect(ids).toEqual(waiting());
	});

	it('is found although the helpdesk keeps whole seconds only', async () => {
		expect((await schedule('At a moment', '2026-03-03T09:00:00.789Z')).message_id).toBe(waiting()[0]);
	});

	it('belongs to the later one of two equal replies, and is unknown if both have the same second', async () => {
		rig.sandbox.reset({ world: { timeFormat: 'seconds' } });
		await schedule('Same');
		await rig.clock.sleep(5_000);
		expect((await schedule('Same')).message_id).toBe(waiting()[1]);
		rig.sandbox.reset({ world: { timeFormat: 'seconds' } });
		const parameters = {
			conversationId: conversationId(),
			message: 'Same',
			messageFormat: 'text',
			scheduledAt: AT,
		};
		const items = await rig.run('scheduledReply.create', parameters, { items: [{ json: {} }, { json: {} }] });
		expect(items[0]!.json.message_id).toBe(waiting()[0]);
		expect(items[1]!.json).toMatchObject({
			message_id: null,
			hint: expect.stringContaining('Scheduled Reply → Get Many'),
		});
	});

	it('is unknown if the messages cannot be read, but the reply is scheduled', async () => {
		rig.answers(403, { path: '/conversation/*/messages' });
		const json = await schedule('Hello');
		expect(json).toMatchObject({
			message: 'Reply scheduled successfully.',
			message_id: null,
			hint: expect.stringContaining('Scheduled Reply → Get Many'),
		});
		expect(waiting()).toHaveLength(1);
	});
});

describe('the list of scheduled replies', () => {
	it('shows the unsent replies of the conversation by time and text', async () => {
		const conversationId = byId(thread(rig.sandbox).record.id);
		const open = async (parameters = {}, filter?: string) =>
			(await rig.list('scheduledReplies', { parameters, filter })).results;
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
