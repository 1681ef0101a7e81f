import type { IDataObject } from 'n8n-workflow';

import { HIDDEN, listedWait, waitFigures, type WaitRules } from '../../../nodes/shared/waiting';

const AT = '2026-03-02T09:00:00Z';
const RULES: WaitRules = { closed: ['closed'] };
const RECORD: IDataObject = {
	status: 'Active',
	is_snoozed: false,
	is_spam: false,
	deleted_at: null,
	last_message_by: 'App\\Models\\Contact',
	last_message_created_at: AT,
};

it('a customer waits since their last message', () => {
	expect(listedWait(RECORD, RULES, 0)).toBe(Date.parse(AT));
});

it.each<[string, IDataObject]>([
	['is closed', { status: ' CLOSED ' }],
	['is snoozed', { is_snoozed: true }],
	['is spam', { is_spam: true }],
	['has the status Spam', { status: 'Spam' }],
	['is in the trash, as "deleted_at" says', { deleted_at: AT }],
	['was answered last', { last_message_by: 'App\\Models\\User' }],
])('nobody waits in a conversation that %s', (_, changes) => {
	expect(listedWait({ ...RECORD, ...changes }, RULES, 0)).toBeUndefined();
});

it.each<[string, IDataObject]>([
	['has a draft', { last_message: { record_type: 'Draft', status: 'Active' } }],
	['has a note', { last_message: { record_type: 'Note' } }],
	['does not show who wrote last', { last_message_by: 'Ada' }],
])('a conversation that %s does not show whether a customer waits', (_, changes) => {
	expect(listedWait({ ...RECORD, ...changes }, RULES, 0)).toBe(HIDDEN);
});

it('a wait is shown in whole minutes', () => {
	const since = Date.parse(AT);
	const hours = { days: [1], opens: 9 * 60 + 1, closes: 17 * 60, holidays: [], zone: 'utc' };
	const told = (waiting_minutes: number, waiting_business_minutes: number) => ({
		waiting_since: '2026-03-02T09:00:00.000Z',
		waiting_minutes,
		waiting_business_minutes,
	});
	expect(waitFigures(since, since + 239_999, { hours })).toEqual(told(3, 2));
	expect(waitFigures(since, since + 240_000, { hours })).toEqual(told(4, 3));
	expect(waitFigures(since, since - 60_000, { hours })).toEqual(told(0, 0));
	expect(waitFigures(undefined, since, { hours })).toEqual({ waiting_since: null, waiting_minutes: null, waiting_business_minutes: null });
	expect(waitFigures(since, since, {})).not.toHaveProperty('waiting_business_minutes');
});
