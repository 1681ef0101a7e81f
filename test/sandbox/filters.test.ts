import { compileFilter, type FilterTree } from '../../sandbox/filters';
import type { StoredConversation } from '../../sandbox/records';
import { seededStore } from './client';

const [one, other] = [...seededStore().store.conversations.values()] as [StoredConversation, StoredConversation];
Object.assign(one.record, { status: 'Active', priority: 'High', subject: 'Lost', assignable_id: 'user_ada', is_spam: true, is_snoozed: true });
Object.assign(other.record, { status: 'Closed', priority: 'Low', subject: 'Found', assignable_id: 'user_ben', is_spam: false, is_snoozed: false });
Object.assign(one.record, { created_at: '2026-01-01', updated_at: '2026-01-02', last_message_created_at: '2026-01-03' });
one.tagIds = ['tag_bug', 'tag_login'];
other.tagIds = ['tag_vat'];

const compared = (attribute: string, comparison: string, ...values: string[]) =>
	[one, other].map(compileFilter({ attribute, comparison, values: values.map((value) => ({ value })) }));

describe('a condition', () => {
	it.each([
		['id', one.record.id],
		['status', 'Active'],
		['priority', 'High'],
		['subject', 'Lost'],
		['assignable_id', 'user_ada'],
		['contact_id', one.record.contact.id],
		['contact_email', one.record.contact.email],
		['tag', 'tag_login'],
		['is_spam', 'true'],
		['is_snoozed', 'true'],
		['created_at', '2026-01-01'],
		['updated_at', '2026-01-02'],
		['last_message_created_at', '2026-01-03'],
	])('on %s holds just for what has the value, and its negation for the rest', (attribute, value) => {
		expect(compared(attribute, 'eq', value)).toEqual([true, false]);
		expect(compared(attribute, 'neq', value)).toEqual([false, true]);
		expect(compared(attribute, 'eq', value, 'nothing')).toEqual([true, false]);
		expect(compared(attribute, 'neq', value, 'nothing')).toEqual([false, true]);
	});

	it.each([
		['eq', [false, false]],
		['neq', [true, true]],
		['contains', [false, false]],
		['gt', [false, false]],
		['lt', [false, false]],
	])('%s without any value', (comparison, expected) => {
		expect(compared('subject', comparison)).toEqual(expected);
	});

	it('later and earlier leave the very value out', () => {
		for (const comparison of ['gt', 'lt']) expect(compared('created_at', comparison, '2026-01-01')[0]).toBe(false);
		expect([compared('created_at', 'gt', '2025-12-31')[0], compared('created_at', 'lt', '2026-01-02')[0]]).toEqual([true, true]);
	});

	it('of several tags needs just one that suits', () => {
		expect(compared('tag', 'contains', 'login')).toEqual([true, false]);
		expect(compared('tag', 'gt', 'tag_c')).toEqual([true, true]);
		expect(compared('tag', 'lt', 'tag_c')).toEqual([true, false]);
	});

	it('compares parts of a text in capitals or not', () => {
		expect([compared('subject', 'contains', 'OST'), compared('status', 'contains', 'CLO', 'zzz')]).toEqual([
			[true, false],
			[false, true],
		]);
	});
});

describe('a filter tree', () => {
	const [active, low] = [
		{ attribute: 'status', comparison: 'eq', values: [{ value: 'Active' }] },
		{ attribute: 'priority', comparison: 'eq', values: [{ value: 'Low' }] },
	];
	const tree = (condition: string, ...groups: FilterTree['groups']): FilterTree => ({ condition, groups });

	it.each([
		[tree('and', active, low), [false, false]],
		[tree('or', active, low), [true, true]],
		[tree('or', low), [false, true]],
		[tree('and', tree('or', active, low), active), [true, false]],
		[tree('or'), [true, true]],
		[tree('and'), [true, true]],
	])('%j', (filters, expected) => {
		expect([one, other].map(compileFilter(filters))).toEqual(expected);
	});

	it('is refused in words that name what is wrong', () => {
		const errors = (wrong: FilterTree) => {
			try {
				return compileFilter(wrong);
			} catch (error) {
				return (error as { extra: unknown }).extra;
			}
		};
		expect(errors(tree('xor'))).toEqual({ errors: { 'filters.condition': ['The selected condition is invalid.'] } });
		expect(errors(tree('and', { ...active, attribute: 'size' }))).toEqual({
			errors: { 'filters.groups.0.attribute': ['The selected attribute is invalid.'] },
		});
		expect(errors(tree('and', active, { ...active, comparison: 'valueOf' }))).toEqual({
			errors: { 'filters.groups.1.comparison': ['The selected comparison is invalid.'] },
		});
	});
});
