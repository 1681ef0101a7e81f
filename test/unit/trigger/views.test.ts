import type { IDataObject } from 'n8n-workflow';

import { valueHash, ValueTable } from '../../../nodes/HelpdeskTrigger/core/fingerprints';
import { timesOf } from '../../../nodes/HelpdeskTrigger/core/times';
import { REACHED_EVENTS, reachedStates, type ReachedEvent, type ReachedOptions } from '../../../nodes/HelpdeskTrigger/core/views';
import { valueAt } from '../../../nodes/HelpdeskTrigger/core/watched';
import { reachedOptions } from './support/reachedModel';

const AT = Date.UTC(2026, 0, 5, 9);
const RECORD: IDataObject = {
	id: 'c1',
	inbox_id: 'a',
	status: 'Active',
	priority: 'Low',
	assignable_id: 'ann',
	tags: ['a'],
	is_snoozed: true,
	is_spam: false,
	custom_field_values: { plan: 'Gold' },
	created_at: new Date(AT).toISOString(),
	last_message_by: 'user',
	last_message: { id: 'm1' },
};

/** What is told where a record becomes another one. */
function told(event: ReachedEvent, options: Partial<ReachedOptions>, was: IDataObject, is: IDataObject) {
	const { names, fingerprint, differing, views } = reachedStates(reachedOptions([event], options));
	const values = new ValueTable();
	const [before, now] = [was, is].map((change) => fingerprint({ ...RECORD, ...change }, values)!);
	const at = (print: string, name: string) => valueAt(print, names.indexOf(name));
	const hashes = (name: string) => ({ was: at(before!, name), is: at(now!, name), seen: at(before!, name) });
	return views!.tell({ ...RECORD, ...is }, differing(before!, now!), hashes, values, AT).map((each) => each.told);
}

describe('an event that asks for a state', () => {
	it('is known by the same characters in every version: a saved trigger would tell everything again', () => {
		const { names, fingerprint, width } = reachedStates(reachedOptions([...REACHED_EVENTS]));
		expect(names).toEqual(['assignee', 'field:plan', 'inbox', 'note', 'priority', 'reply', 'snoozed', 'spam', 'status', 'tags', 'waiting']);
		expect(fingerprint(RECORD, new ValueTable(), timesOf(RECORD), AT)).toBe('zseEpNrwrI2DdCNOgDUyHznstb6k_Lzx8DAQwEZWdCNO');
		expect(width).toBe(44);
	});

	it.each<[ReachedEvent, Partial<ReachedOptions>, IDataObject, IDataObject, unknown[]]>([
		['assigned', {}, {}, { assignable_id: null }, []],
		['assigned', { teammateIds: ['bob'] }, {}, { assignable_id: 'eve' }, ['eve']],
		['assigned', { assignedTo: 'teammates', teammateIds: ['bob'] }, {}, { assignable_id: 'eve' }, []],
		['customFieldBecame', {}, {}, { custom_field_values: {} }, []],
		['customFieldBecame', {}, {}, { custom_field_values: null }, []],
		['customFieldBecame', {}, {}, { custom_field_values: { plan: 7 } }, [7]],
		['customFieldBecame', { customFieldValues: ['blue'] }, {}, { custom_field_values: { plan: ['Red', 'Blue'] } }, [['Red', 'Blue']]],
		['customFieldBecame', { customFieldValues: ['blue'] }, {}, { custom_field_values: { plan: ['Red'] } }, []],
		['priorityBecame', { priorities: ['7'] }, {}, { priority: 7 }, [7]],
		['teammateReplied', {}, {}, { last_message_by: 'contact', last_message: { id: 'm2' } }, []],
		['teammateReplied', {}, {}, { last_message: { id: 'm2' } }, ['m2']],
		['teammateReplied', {}, {}, { last_message: { id: 'm2', record_type: 'note' } }, []],
		['noteAdded', {}, {}, { last_message: { id: 'm2' } }, []],
		['noteAdded', {}, {}, { last_message: { id: 'm2', record_type: 'note' } }, ['m2']],
		['noteAdded', {}, {}, { last_message: { record_type: 'note' }, last_message_created_at: 'now' }, [null]],
		['snoozed', {}, { is_snoozed: false }, {}, [true]],
		['snoozed', {}, {}, { is_snoozed: false }, []],
		['woken', {}, {}, { is_snoozed: false }, [false]],
		['woken', {}, { is_snoozed: false }, {}, []],
		['markedAsSpam', {}, { is_spam: true }, {}, []],
		['markedAsSpam', {}, {}, { is_spam: true }, [true]],
	])('%s with %j tells of %j, which becomes %j: %j', (event, options, was, is, to) => {
		expect(told(event, options, was, is).map((each) => each?.to)).toEqual(to);
		expect(told(event, options, was, is).map((each) => each?.event)).toEqual(to.map(() => event));
	});

	it('remembers of a custom field what is asked for, and what is no text', () => {
		const remembered = (plan: unknown) => {
			const values = new ValueTable();
			const { fingerprint } = reachedStates(reachedOptions(['customFieldBecame'], { customFieldValues: ['gold'] }));
			fingerprint({ ...RECORD, custom_field_values: { plan } as IDataObject }, values);
			return Object.values(values.stored());
		};
		expect([remembered('Gold'), remembered('Silver'), remembered(7)]).toEqual([['Gold'], [], [7]]);
	});

	it('was reached since a time only where the record was touched then, after its creation', () => {
		const { views } = reachedStates(reachedOptions(['statusBecame']));
		const touched = (ms: number) => timesOf({ ...RECORD, updated_at: new Date(AT + ms).toISOString() });
		const isReached = (ms: number, since: number) => views!.isReachedSince('status', RECORD, touched(ms), AT + since);
		expect([isReached(5_000, 4_999), isReached(5_000, 5_000), isReached(5_000, 5_001), isReached(0, 0)]).toEqual([true, true, false, false]);
	});

	it('was so for who waits where his time was not over before', () => {
		const { views, fingerprint } = reachedStates(reachedOptions(['customerWaiting'], { wait: { after: 1_000, closed: [], marks: ['user'] } }));
		fingerprint({ ...RECORD, is_snoozed: false }, new ValueTable(), timesOf(RECORD), AT);
		const isReached = (since: number) => views!.isReachedSince('waiting', RECORD, timesOf(RECORD), AT + since);
		expect([isReached(1_000), isReached(1_001)]).toEqual([true, false]);
	});

	it('keeps room beside the fingerprints for tags and for who waits, where they are asked for', () => {
		const besides = (...events: ReachedEvent[]) => reachedStates(reachedOptions(events)).views!.besides;
		expect([besides('statusBecame'), besides('tagRemoved'), besides('customerWaiting'), besides('tagAdded', 'customerWaiting')]).toEqual([
			0, 30_000, 60_000, 90_000,
		]);
		expect(reachedStates(reachedOptions(['statusBecame'])).views!.waits).toBeUndefined();
	});

	it('holds nothing of a message where none of that kind is the last', () => {
		const { fingerprint } = reachedStates(reachedOptions(['noteAdded']));
		expect(fingerprint(RECORD, new ValueTable())).toBe(valueHash(null));
	});
});
