import type { IDataObject } from 'n8n-workflow';

import { waitsSince, type WaitRules } from '../../../nodes/shared/waiting';

const AT = '2026-03-02T09:00:00Z';
const RULES: WaitRules = { closed: ['closed'], marks: ['contact'] };
const RECORD: IDataObject = {
	status: 'Active',
	is_snoozed: false,
	is_spam: false,
	deleted_at: null,
	last_message_by: 'contact',
	last_message_created_at: AT,
};

it('a customer waits since the last message, where the customer wrote it', () => {
	expect(waitsSince(RECORD, RULES)).toBe(Date.parse(AT));
});

it.each<[string, IDataObject]>([
	['is closed', { status: ' CLOSED ' }],
	['is snoozed', { is_snoozed: true }],
	['is spam', { is_spam: true }],
	['is in the trash, as "deleted_at" says', { deleted_at: AT }],
	['was answered last', { last_message_by: 'user' }],
])('nobody waits in a conversation that %s', (_, changes) => {
	expect(waitsSince({ ...RECORD, ...changes }, RULES)).toBeUndefined();
});
