import type { IDataObject } from 'n8n-workflow';

import { MAX_HELD } from '../../../nodes/HelpdeskTrigger/core/state';
import { readTrigger } from '../../../nodes/HelpdeskTrigger/run/readTrigger';
import { pollContext, type Polled } from './support/polled';

const read = (parameters: IDataObject, more: Partial<Polled> = {}) =>
	readTrigger(pollContext({ parameters: { inboxIds: 'a, b', statuses: 'Closed', ...parameters }, ...more }).context);
const readingsOf = (...call: Parameters<typeof read>) => read(...call).readings;
const OF_ALL = ['contactCreated', 'contactUpdated', 'conversationCreated', 'conversationUpdated', 'customerMessage', 'statusBecame', 'woken'];

describe('a trigger as it was set up', () => {
	it('reads for each event, once for all that ask for a state', () => {
		expect(readingsOf({ event: OF_ALL }).map(({ event }) => event)).toEqual([
			...['contactCreated', 'contactUpdated', 'conversationCreated', 'conversationUpdated', 'customerMessage'],
			'reached',
		]);
		const [reached] = readingsOf({ event: ['woken', 'conversationCreated', 'statusBecame'] }).slice(1);
		expect(reached!.reached!.events).toEqual(['statusBecame', 'woken']);
		expect(readingsOf({ event: OF_ALL }).map((each) => each.reached === undefined)).toEqual([true, true, true, true, true, false]);
	});

	it('names its events where they stand in a list, also a single one', () => {
		expect(readingsOf({ event: 'conversationCreated' }).map(({ isNamed }) => isNamed)).toEqual([undefined]);
		expect(readingsOf({ event: ['conversationCreated'] }).map(({ isNamed }) => isNamed)).toEqual([true]);
	});

	it.each([
		['reached', 'statusBecame', 'Look for changed conversations'],
		['contactCreated', 'contactCreated', 'Look for new contacts'],
		['contactUpdated', 'contactUpdated', 'Look for changed contacts'],
		['conversationCreated', 'conversationCreated', 'Look for new conversations'],
		['conversationUpdated', 'conversationUpdated', 'Look for changed conversations'],
		['customerMessage', 'customerMessage', 'Look for new customer messages'],
	])('says of %s what it looks for', (_, event, action) => {
		expect(read({ event }).action).toBe(action);
		expect(read({ event: ['conversationCreated', 'contactCreated'] }).action).toBe('Look for news');
	});

	it('has what is usual where an option was not added', () => {
		const [usual] = readingsOf({ event: 'conversationUpdated', watchFields: ['tags'] });
		expect(usual).toEqual({
			event: 'conversationUpdated',
			inboxIds: ['a', 'b'],
			startFrom: undefined,
			lookBack: 600_000,
			conversations: 100,
			mostHeld: MAX_HELD,
			tellsUnknown: true,
			watchFields: ['tags'],
			contactFields: [],
			customerMarks: expect.arrayContaining(['contact']) as string[],
			maxEvents: 500,
		});
		expect(read({ event: 'conversationUpdated', watchFields: ['tags'] })).toMatchObject({
			inboxIds: ['a', 'b'],
			maxEvents: 500,
			simplify: true,
			startFromText: '',
			body: { display: { sort: 'newest' } },
		});
		expect(read({ event: 'contactUpdated', contactFields: ['name'] })).toMatchObject({
			inboxIds: [],
			readings: [{ inboxIds: [], watchFields: [], contactFields: ['name'] }],
		});
	});

	it('has what was chosen instead', () => {
		const options = { lookBack: 3, conversationsPerPoll: 250, maxEventsPerPoll: 7, unknownChanges: 'leaveOut', simplify: false };
		const chosen = read({ event: 'conversationUpdated', watchFields: ['tags'], options });
		expect(chosen.readings).toEqual([
			expect.objectContaining({ lookBack: 180_000, conversations: 250, maxEvents: 7, tellsUnknown: false, watchFields: ['tags'] }),
		]);
		expect([chosen.maxEvents, chosen.simplify]).toEqual([7, false]);
		expect(readingsOf({ event: 'customerMessage', options: { customerMarks: 'client' } })[0]!.customerMarks).toEqual(['client']);
		const conditions = { condition: [{ attribute: 'status', comparison: 'eq', values: 'Active' }] };
		expect(JSON.stringify(read({ event: 'conversationCreated', filterMode: 'conditions', conditions }).body)).toContain('Active');
	});

	it('shares the room of the state among those of one kind that remember', () => {
		const sharersOf = (event: string[]) => Object.fromEntries(readingsOf({ event }).map(({ event: name, sharers }) => [name, sharers]));
		expect(sharersOf(OF_ALL)).toEqual({
			...{ contactCreated: 2, contactUpdated: 2, conversationCreated: 3 },
			...{ conversationUpdated: 3, customerMessage: 3, reached: 3 },
		});
		expect(sharersOf(['contactCreated', 'conversationUpdated', 'statusBecame'])).toEqual({
			...{ contactCreated: undefined, conversationUpdated: 2, reached: 2 },
		});
		expect(sharersOf(['conversationCreated', 'customerMessage'])).toEqual({ conversationCreated: undefined, customerMessage: undefined });
		expect(Object.keys(readingsOf({ event: 'customerMessage' })[0]!)).not.toContain('sharers');
	});

	it('sees a move only between two inboxes or more', () => {
		const message = 'Inbox Changed needs two inboxes or more';
		expect(() => read({ event: ['inboxChanged'], inboxIds: 'a, a' })).toThrow(message);
		expect(() => read({ event: ['woken', 'inboxChanged'], inboxIds: 'a' })).toThrow(message);
		expect(read({ event: ['inboxChanged'] }).inboxIds).toEqual(['a', 'b']);
		expect(read({ event: ['woken'], inboxIds: 'a' }).inboxIds).toEqual(['a']);
	});

	it('counts Start From by how it is written, for conversations alone', () => {
		const options = { startFrom: '2026-03-01T10:00:00+01:00' };
		const written = { startFrom: '={{ $today }}' };
		const dated = read({ event: ['conversationCreated', 'contactCreated'], options });
		expect(dated.startFromText).toBe('2026-03-01T10:00:00+01:00');
		expect(dated.readings.map(({ startFrom }) => startFrom)).toEqual([undefined, Date.UTC(2026, 2, 1, 9)]);
		expect(read({ event: 'conversationCreated', options }, { rawOptions: written }).startFromText).toBe('={{ $today }}');
		expect(read({ event: ['contactCreated'], options }).startFromText).toBe('');
		expect(read({ event: 'conversationCreated', options: { startFrom: '' } }).startFromText).toBe('');
		const inZone = read({ event: 'conversationCreated', options: { startFrom: '2026-03-01T10:00:00' } }, { timezone: 'Europe/Berlin' });
		expect(inZone.readings[0]!.startFrom).toBe(Date.UTC(2026, 2, 1, 9));
		// All options may be one expression, which says nothing of Start From by itself.
		const whole = { rawOptions: '={{ 1 + 1 }}' as unknown as IDataObject };
		expect(Date.parse(read({ event: 'conversationCreated', options }, whole).startFromText)).toBe(Date.UTC(2026, 2, 1, 9));
	});

	const reachedOf = (parameters: IDataObject, more?: Partial<Polled>) => readingsOf(parameters, more)[0]!.reached!;

	it('has of the states what is usual where nothing is chosen', () => {
		expect(reachedOf({ event: ['snoozed'] })).toEqual({
			events: ['snoozed'],
			statuses: [],
			priorities: [],
			assignedTo: 'anybody',
			teammateIds: [],
			tags: [],
			customField: '',
			customFieldValues: [],
			wait: expect.objectContaining({ after: 0 }) as object,
		});
	});

	it('has of the states what was chosen', () => {
		const event = ['assigned', 'customFieldBecame', 'priorityBecame', 'statusBecame', 'tagAdded'];
		const chosen = {
			statuses: 'Closed, Spam',
			priorities: 'High',
			assignedTo: 'teammates',
			teammateIds: ['User_1'],
			tags: 'VIP',
			customField: 'plan',
		};
		expect(reachedOf({ event, ...chosen, customFieldValues: 'Gold' })).toMatchObject({
			events: event,
			statuses: ['closed', 'spam'],
			priorities: ['high'],
			assignedTo: 'teammates',
			teammateIds: ['user_1'],
			tags: ['VIP', 'vip'],
			customField: 'plan',
			customFieldValues: ['gold'],
		});
	});

	it('waits for so many hours or minutes, by its opening hours in its time zone', () => {
		const event = ['customerWaiting'];
		const afterOf = (parameters: IDataObject) => reachedOf({ event, countedIn: 'allHours', ...parameters }).wait.after;
		expect([afterOf({ after: 2, afterUnit: 'hours' }), afterOf({ after: 2, afterUnit: 'minutes' })]).toEqual([7_200_000, 120_000]);
		const hours = { after: 2, afterUnit: 'hours', countedIn: 'openingHours', openingDays: [1], opensAt: '09:00', closesAt: '17:00' };
		expect(reachedOf({ event, ...hours }, { timezone: 'Asia/Tokyo' }).wait).toMatchObject({
			hours: { days: [1], opens: 540, closes: 1020, zone: 'Asia/Tokyo' },
		});
	});
});
