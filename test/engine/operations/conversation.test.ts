import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { StoredConversation } from '../../../sandbox/records';
import { byId, useNodeRig } from '../../support/nodeRig';
import { thread, threads } from '../../support/sandboxRecords';

describe('conversation operations', () => {
	const rig = useNodeRig();

	const NOW = expect.stringMatching(/^2026-03-02T09:/);
	const TOMORROW = expect.stringMatching(/^2026-03-03T09:/);

	/** Returns the changed fields of a conversation, without the time of the change. */
	const changed = (before: Record<string, unknown>, after: Record<string, unknown>) =>
		Object.fromEntries(
			Object.entries(after).filter(
				([name, value]) => name !== 'updated_at' && JSON.stringify(value) !== JSON.stringify(before[name]),
			),
		);
	const snapshot = ({ record, tagIds, snooze, events }: StoredConversation) =>
		structuredClone({ ...record, contact: record.contact.id, tagIds, snooze, events: events.length });

	it.each<[string, Record<string, unknown>, string, INodeParameters?]>([
		[
			'conversation.update',
			{ status: 'Closed', closed_at: NOW },
			'Conversation updated successfully.',
			{ updateFields: { status: 'Closed' } },
		],
		['conversation.delete', { deleted_at: NOW, active: false }, 'Conversation deleted successfully.'],
		['conversation.restore', { deleted_at: null, active: true }, 'Conversation restored successfully.'],
		['conversation.changeContact', { contact: expect.any(String) }, 'Contact changed successfully.'],
		['conversation.setPriority', { priority: 'High' }, 'Priority updated successfully.'],
		['conversation.move', { inbox_id: 'inbox_billing' }, 'Conversation moved successfully.'],
		[
			'conversation.snooze',
			{ is_snoozed: true, snooze: { until: TOMORROW, type: 'if_no_reply' } },
			'Conversation snoozed successfully.',
			{ snoozedUntil: '2026-03-03T09:00:00Z' },
		],
		['conversation.unsnooze', { is_snoozed: false, snooze: null }, 'Conversation unsnoozed successfully.'],
		['conversation.markSpam', { is_spam: true }, 'Conversation marked as spam.'],
		['conversation.unmarkSpam', { is_spam: false }, 'Conversation unmarked as spam.'],
		['conversation.addTag', { tagIds: expect.arrayContaining(['tag_bug']) }, 'Tag added successfully.'],
		['conversation.removeTag', { tagIds: ['tag_login'] }, 'Tag removed successfully.'],
	])('%s changes only its field, and outputs the ID', async (operation, change, message, given = {}) => {
		const conversation = thread(rig.sandbox);
		conversation.record.priority = 'Low';
		conversation.record.status = 'Active';
		const parameters = { ...rig.typical(operation), ...given };
		const before = snapshot(conversation);
		const times = operation === 'conversation.snooze' && {
			snoozed_until: '2026-03-03T09:00:00Z',
			snoozed_until_local: '2026-03-03 09:00:00 UTC',
		};
		const answered = operation === 'conversation.delete' ? { deleted: true } : { message, ...times };
		expect(await rig.run(operation, parameters)).toEqual([
			{ json: { id: conversation.record.id, ...answered }, pairedItem: { item: 0 } },
		]);
		expect(changed(before, snapshot(conversation))).toEqual(change);
	});

	it.each(['conversation.update', 'conversation.updateMany'])('%s can remove all tags and unassign', async (key) => {
		await rig.run(key, { ...rig.full(key), updateFields: { tags: ['tag_bug'], assignTo: byId('user_ben') } });
		expect([thread(rig.sandbox).tagIds, thread(rig.sandbox).record.assignable_id]).toEqual([
			['tag_bug'],
			'user_ben',
		]);
		await rig.run(key, { ...rig.full(key), updateFields: { removeAllTags: true, unassign: true } });
		expect([thread(rig.sandbox).tagIds, thread(rig.sandbox).record.assignable_id]).toEqual([[], null]);
		expect(rig.requests()[1]!.body).toEqual(expect.objectContaining({ tags: [], assign_to: null }));
		const sent = rig.requests().length;
		for (const [updateFields, names] of [
			[{ removeAllTags: true, tags: ['tag_bug'] }, "'Tags' and 'Remove All Tags'"],
			[{ unassign: true, assignTo: byId('user_ben') }, "'Assign To' and 'Unassign'"],
			[{ removeAllTags: false, unassign: false }, 'nothing to update'],
		] as const) {
			expect(
				(await rig.failure(key, { ...rig.full(key), updateFields: updateFields as never, options: {} }))
					.message,
			).toContain(names);
		}
		expect(rig.requests()).toHaveLength(sent);
	});

	it('setCustomFields keeps the type of a value, and leaves other fields unchanged', async () => {
		await rig.run('conversation.setCustomFields', rig.typical('conversation.setCustomFields'));
		const values = thread(rig.sandbox).record.custom_field_values;
		expect(values).toEqual({ plan: values.plan, order_number: '42', vip: true });
		await rig.run('conversation.setCustomFields', rig.full('conversation.setCustomFields'));
		expect(thread(rig.sandbox).record.custom_field_values).toEqual({
			plan: 'team',
			order_number: 4.5,
			vip: true,
		});
	});

	it('updateMany changes all conversations in one request and outputs an item for each', async () => {
		const chosen = threads(rig.sandbox, 3);
		const output = await rig.run('conversation.updateMany', rig.full('conversation.updateMany'));
		expect(rig.requests().length).toBe(1);
		expect(output.map(({ json }) => json)).toEqual(
			chosen.map(({ record }) => ({ id: record.id, message: 'Conversations updated successfully.' })),
		);
		for (const { record, tagIds } of chosen) {
			expect([record.status, record.assignable_id, tagIds, record.subject, record.priority]).toEqual([
				'Pending',
				'user_ben',
				['tag_bug', 'tag_refund'],
				'New subject',
				'High',
			]);
		}
	});

	it('Merge sends equal merges of several items once, even after a retry', async () => {
		const [into, one, other] = threads(rig.sandbox, 3).map(({ record }) => record.id);
		const merge = { conversationId: byId(into!), mergeableConversationIds: '={{ $json.others }}' };
		const of = (...others: string[]) => ({ json: { others } });
		const items = [of(one!, other!), of(other!, one!), of('nowhere')];
		const attempt = rig.tries('conversation.merge', merge, { items });
		for (let attempts = 0; attempts < 2; attempts += 1) await expect(attempt()).rejects.toThrow('Could not merge');
		expect(rig.sandbox.requests().filter(({ body }) => JSON.stringify(body).includes(one!))).toHaveLength(1);
		const output = await rig.run('conversation.merge', merge, {
			items: items.slice(0, 2),
			onError: 'continueRegularOutput',
		});
		expect(output).toHaveLength(2);
	});

	it('Remove Tag reports that the tag was missing if the incoming item shows its tags', async () => {
		const { record } = thread(rig.sandbox);
		const remove = async (tags: IDataObject[]) =>
			(
				await rig.run(
					'conversation.removeTag',
					{ conversationId: byId(record.id), tagId: { __rl: true, mode: 'list', value: 'tag_login' } },
					{ items: [{ json: { id: record.id, tags } }] },
				)
			)[0]!.json.message;
		expect(await remove([{ id: 'tag_other', name: 'Other' }])).toBe('The conversation did not have this tag');
		expect(await remove([{ id: 'tag_login', name: 'Login' }])).toBe('Tag removed successfully.');
		expect(await remove([{ name: 'Other' }])).toBe('Tag removed successfully.');
	});
});
