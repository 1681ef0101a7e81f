import type { IDataObject } from 'n8n-workflow';

import { ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { convertFingerprint, customerMessages, UPDATE_FIELDS, watchedFields } from '../../../nodes/HelpdeskTrigger/core/watched';

const RECORD: IDataObject = {
	id: 'c1',
	status: 'Active',
	priority: 'Low',
	assignable_id: 'ann',
	tags: ['b', { id: 'a', name: 'A' }],
	subject: 'Hello',
	last_message: { id: 'm1', text: 'Hi' },
	contact: { id: 'k1', name: 'Kim' },
};

/** The names that differ between two records. */
function differing(names: string[], was: IDataObject, is: IDataObject): string[] {
	const watched = watchedFields(names);
	const values = new ValueTable();
	return watched.differing(watched.fingerprint(was, values)!, watched.fingerprint(is, values)!);
}

describe('a watched field', () => {
	it.each<[string, IDataObject]>([
		['status', { status: 'Closed' }],
		['priority', { priority: null }],
		['assignee', { assignable_id: 'bob' }],
		['tags', { tags: ['a'] }],
		['subject', { subject: 'Other' }],
		['subject', { updated_subject: 'Other' }],
		['other', { color: 'red' }],
		['other', { contact: { id: 'k2' } }],
		['other', { last_message: { id: 'm2' } }],
	])('is %s, alone, where it becomes %j', (name, change) => {
		expect(differing(['any'], RECORD, { ...RECORD, ...change })).toEqual([name]);
		expect(differing(UPDATE_FIELDS, RECORD, { ...RECORD, ...change })).toEqual(name === 'other' ? [] : [name]);
	});

	it.each<[string, IDataObject]>([
		['who looked at it', { viewer_id: 'bob', viewed_at: 'now' }],
		['when it was touched', { updated_at: 'now' }],
		['what the last message says', { last_message: { id: 'm1', text: 'Ho' } }],
		['what the contact is called', { contact: { id: 'k1', name: 'Bo' } }],
		['what kind of assignee it has', { assignable_type: 'team' }],
		['in which order its tags come, and how they look', { tags: ['a', 'b'] }],
		['a subject that is empty', { updated_subject: '' }],
	])('is not %s', (_, change) => {
		expect(differing(['any'], RECORD, { ...RECORD, ...change })).toEqual([]);
	});

	it('that is absent, null or empty holds nothing', () => {
		const empty = ['status', 'priority', 'assignable_id', 'subject'].map((name) => [name, '']);
		const bare = { id: 'c1' };
		for (const same of [Object.fromEntries(empty), Object.fromEntries(empty.map(([name]) => [name, null])), { tags: [] }, { tags: null }])
			expect(differing(UPDATE_FIELDS, bare, { ...bare, ...same })).toEqual([]);
	});

	it('is read whatever the order of the fields in the record', () => {
		const turned = Object.fromEntries(Object.entries({ ...RECORD, one: 1, two: 2 }).reverse());
		expect(differing(['any'], { ...RECORD, one: 1, two: 2 }, turned as IDataObject)).toEqual([]);
	});

	it('is told as it is, a tag by its ID; of everything else nothing', () => {
		const { names, valueOf } = watchedFields(['any']);
		expect(names).toEqual([...UPDATE_FIELDS, 'other']);
		expect(names.map((name) => valueOf(name, RECORD))).toEqual(['Active', 'Low', 'ann', ['a', 'b'], 'Hello', null]);
		expect(names.map((name) => valueOf(name, {}))).toEqual([null, null, null, null, null, null]);
	});

	it('is known by the same characters in every version: a saved trigger would tell everything as changed', () => {
		const { fingerprint, width, changedAt } = watchedFields(['any']);
		expect(fingerprint({ ...RECORD, zone: 1, color: 'red' }, new ValueTable())).toBe('8DAQgDUyzseEBHPvwlv5FzLf');
		expect([width, fingerprint({}, new ValueTable())?.length]).toEqual([24, 24]);
		expect(changedAt({ created: 1, updated: 2, lastMessage: 2, latest: 3, showsUpdate: true })).toBe(3);
	});

	it('is one of those that were chosen, in an order of its own', () => {
		expect(watchedFields(['tags', 'status']).names).toEqual(['status', 'tags']);
	});

	it('is remembered where it is none of what a customer wrote', () => {
		const values = new ValueTable();
		watchedFields(['any']).fingerprint({ ...RECORD, color: 'red' }, values);
		expect(Object.values(values.stored())).toEqual(['Active', 'Low', 'ann', ['a', 'b']]);
	});

	it('keeps its place where others are chosen, and one that was not watched is not known', () => {
		expect(convertFingerprint(['status', 'tags'], ['tags', 'subject', 'status'])('aaaabbbb')).toBe('bbbb....aaaa');
		expect(watchedFields(['status', 'tags']).differing('....bbbb', 'aaaacccc')).toEqual(['tags']);
	});
});

describe('a message of a customer', () => {
	const { names, width, fingerprint, differing: differ, changedAt } = customerMessages(['Contact ', 'incoming']);
	const print = (record: IDataObject) => fingerprint(record, new ValueTable());

	it('is the last one, where a contact wrote it', () => {
		expect([names, width, print({ last_message_by: 'contact', last_message: { id: 1 } })?.length]).toEqual([['message'], 6, 6]);
		expect(print({ last_message_by: 'user', last_message: { id: 1, direction: 'INCOMING' } })).toHaveLength(6);
		expect(print({ last_message_by: 'user', last_message: { id: 1 } })).toBeUndefined();
	});

	it('is another one by what it is known by', () => {
		const [one, two] = [1, 2].map((id) => print({ last_message_by: 'contact', last_message: { id } })!);
		expect([differ(one!, one!), differ(one!, two!)]).toEqual([[], ['message']]);
		expect(changedAt({ created: 1, updated: 3, lastMessage: 2, latest: 3, showsUpdate: true })).toBe(2);
	});
});
