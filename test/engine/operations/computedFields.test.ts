import type { IDataObject } from 'n8n-workflow';

import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { schemaOf } from '../worlds/support/outputs';
import { byId, useNodeRig } from '../../support/nodeRig';
import { teammateWrites, thread } from '../../support/sandboxRecords';

const MINUTE = 60_000;
const NONE = { waiting_since: null, waiting_minutes: null };

let conversation: StoredConversation;
const rig = useNodeRig();
beforeEach(() => {
	conversation = thread(rig.sandbox);
	conversation.events = [];
	Object.assign(conversation.record, { status: 'Active', is_snoozed: false, is_spam: false });
});

const writes = () => receiveMessage(rig.sandbox.store, conversation, '<p>Hello?</p>');
const answers = () => teammateWrites(rig.sandbox.store, conversation, { html: 'Yes' });

const ways: Array<[string, () => IDataObject]> = [
	['conversation.get', () => ({ conversationId: byId(conversation.record.id) })],
	['conversation.getMany', () => ({ inboxId: byId(conversation.record.inbox_id), returnAll: true })],
	['conversation.getContext', () => ({ conversationId: byId(conversation.record.id) })],
];

describe.each(ways)('%s with Add Waiting Time', (key, parameters) => {
	const read = async (options: IDataObject) => {
		const items = await rig.run(key, { ...parameters(), options } as never);
		return items.find(({ json }) => json.id === conversation.record.id)!.json;
	};

	it('shows since when and how long the customer waits', async () => {
		writes();
		const since = conversation.record.last_message_created_at;
		await rig.clock.sleep(95 * MINUTE);
		const json = await read({ computedFields: true });
		expect(Date.parse(String(json.waiting_since))).toBe(Date.parse(since));
		expect(json).toMatchObject({ waiting_minutes: 95 });
		expect(json).not.toHaveProperty('waiting_business_minutes');
		expect(json).not.toHaveProperty('excerpt');
		// The option is off by default, so the editor does not offer the field before the first run.
		expect(schemaOf(key).properties).not.toHaveProperty('waiting_minutes');
	});

	it.each([
		['answered', answers],
		['closed', () => Object.assign(conversation.record, { status: 'Closed' })],
		['snoozed', () => Object.assign(conversation.record, { is_snoozed: true })],
		['spam', () => Object.assign(conversation.record, { is_spam: true })],
	])('shows no wait if the conversation is %s', async (_, end) => {
		writes();
		await rig.clock.sleep(MINUTE);
		end();
		expect(await read({ computedFields: true })).toMatchObject(NONE);
	});

	it('counts only opening hours, and uses the chosen closed statuses', async () => {
		writes();
		const days = 14;
		await rig.clock.sleep(days * 24 * 60 * MINUTE);
		const json = await read({ computedFields: true, countedIn: 'openingHours' });
		expect(json.waiting_minutes).toBe(days * 24 * 60);
		// Two weeks of five days, from nine to five.
		expect(json.waiting_business_minutes).toBe(10 * 8 * 60);
		expect(
			await read({
				computedFields: true,
				countedIn: 'openingHours',
				opensAt: '09:00',
				closesAt: '10:00',
				openingDays: [1],
				openingZone: 'Asia/Tokyo',
			}),
		).toMatchObject({
			waiting_business_minutes: 2 * 60,
		});
		expect(await read({ computedFields: true, closedStatuses: 'active' })).toMatchObject(NONE);
	});
});
