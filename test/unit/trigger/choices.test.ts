import type { INodePropertyOptions } from 'n8n-workflow';

import { inputs, properties } from '../../../nodes/HelpdeskTrigger/fields';

const FIELDS = [...inputs.fields!, ...inputs.options!];
const read = (name: string, value: unknown) => FIELDS.find(({ property }) => property.name === name)!.read(value, { label: "'It'", timezone: 'UTC' });

describe('what a user chooses for the trigger', () => {
	it.each([
		['conversationsPerPoll', 1, 5_000],
		['lookBack', 1, 1_440],
		['maxEventsPerPoll', 1, 5_000],
	])('is for %s a whole number from %i to %i, also as text', (name, least, most) => {
		expect([least, most, String(least), ` ${most} `].map((value) => read(name, value))).toEqual([least, most, least, most]);
		for (const wrong of [least - 1, most + 1, 1.5, '', ' ', 'many', NaN, true, null, undefined, [1]])
			expect(() => read(name, wrong)).toThrow(`'It' must be a whole number from ${least} to ${most}`);
	});

	it('is for how long nobody has answered a number above 0, and at most 10,000', () => {
		expect([0.5, 10_000, '2', ' 1.5 '].map((value) => read('after', value))).toEqual([0.5, 10_000, 2, 1.5]);
		for (const wrong of [0, -1, 10_001, '', ' ', 'long', NaN, true, null, undefined])
			expect(() => read('after', wrong)).toThrow("'It' must be a number from 1 to 10000");
	});

	it.each([
		['afterUnit', ['hours', 'minutes'], ['Hours', 'Minutes']],
		['assignedTo', ['anybody', 'teammates', 'nobody'], ['Anybody', 'Chosen Teammates', 'Nobody']],
		['unknownChanges', ['tell', 'leaveOut'], ['Leave Out', 'Tell']],
	])('is for %s one of %j', (name, words, names) => {
		expect(words.map((word) => read(name, word))).toEqual(words);
		const choices = FIELDS.find(({ property }) => property.name === name)!.property.options as Array<{ name: string; value: string }>;
		expect(choices.map(({ value }) => value).sort()).toEqual([...words].sort());
		expect(choices.map((choice) => choice.name)).toEqual(names);
		for (const wrong of ['', 'other', undefined, words]) expect(() => read(name, wrong)).toThrow("'It' must be one of");
	});

	it('is for Start From a date, or nothing', () => {
		expect([read('startFrom', ''), read('startFrom', undefined)]).toEqual([undefined, undefined]);
		expect(read('startFrom', '2026-01-05T10:00:00')).toMatch(/^2026-01-05T10:00:00/);
		expect(() => read('startFrom', 'soon')).toThrow("'It' is not a date");
	});

	it('is for opening days numbers from 1 to 7', () => {
		expect([read('openingDays', [1, '7']), read('openingDays', undefined)]).toEqual([[1, 7], undefined]);
		for (const wrong of [[0], [8], [1.5], ['Monday']]) expect(() => read('openingDays', wrong)).toThrow("'It' must be numbers from 1 to 7");
	});

	it('is for inboxes each of them once', () => {
		expect(read('inboxIds', 'a, b, a')).toEqual(['a', 'b']);
		expect(read('inboxIds', '')).toBeUndefined();
	});

	it.each([
		['watchFields', ['any', 'assignee', 'priority', 'status', 'subject', 'tags']],
		['contactFields', ['address', 'company', 'email', 'job_title', 'name', 'notes', 'website']],
	])('is for %s any of those in the list, and no other', (name, known) => {
		const choices = FIELDS.find(({ property }) => property.name === name)!.property.options as Array<{ name: string; value: string }>;
		expect(choices.map(({ value }) => value)).toEqual(known);
		// Each is called as its word, in the editor's way of writing it.
		expect(choices.map(({ name: shown }) => shown.toLowerCase().replace(' ', '_'))).toEqual(known);
		for (const each of known) expect(read(name, each)).toEqual([each]);
		expect([...(read(name, known) as string[])].sort()).toEqual(known);
		expect(read(name, '')).toBeUndefined();
		for (const wrong of ['colour', `${known[0]}, colour`]) expect(() => read(name, wrong)).toThrow("'It' has an unknown field");
	});

	it('is the same for the same fields of contacts, in whatever order they are chosen', () => {
		expect(read('contactFields', 'name, email')).toEqual(read('contactFields', 'email, name'));
	});

	it('is one event as text, and several or a list of one as a list, in the order of the editor', () => {
		expect(read('event', 'woken')).toBe('woken');
		expect(read('event', ['woken'])).toEqual(['woken']);
		expect(read('event', 'woken, assigned, woken')).toEqual(['assigned', 'woken']);
		expect([read('event', ''), read('event', [])]).toEqual([undefined, undefined]);
		for (const wrong of ['other', ['woken', 'other']])
			expect(() => read('event', wrong)).toThrow("'It' must be one of: assigned, contactCreated");
	});

	it('is for tags words as they are written, and in small letters', () => {
		expect(read('tags', 'VIP, tag_Ab1')).toEqual(['VIP', 'vip', 'tag_Ab1', 'tag_ab1']);
		expect(read('tags', ' ')).toBeUndefined();
	});

	it.each(['statuses', 'priorities', 'customFieldValues'])('is for %s words, in small letters', (name) => {
		expect(read(name, ' Very High, "A, b" ,7')).toEqual(['very high', 'a, b', '7']);
		expect(read(name, '')).toBeUndefined();
	});

	it('is for the custom field its name without spaces around it', () => {
		expect([read('customField', ' My plan '), read('customField', ' ')]).toEqual(['My plan', undefined]);
	});
});

/** Of each event, in the order of the editor. */
const OF_CONVERSATIONS = ['inboxIds', 'filterMode', 'conditions', 'combine', 'filterJson', 'lookBack', 'startFrom'];
const OF_REACHED = [...OF_CONVERSATIONS, 'conversationsPerPoll', 'unknownChanges'];
const ASKED: Record<string, string[]> = {
	contactCreated: [],
	contactUpdated: ['contactFields'],
	conversationCreated: OF_CONVERSATIONS,
	conversationUpdated: [...OF_REACHED, 'watchFields'],
	customerMessage: [...OF_CONVERSATIONS, 'conversationsPerPoll', 'customerMarks'],
	assigned: [...OF_REACHED, 'assignedTo', 'teammateIds'],
	customFieldBecame: [...OF_REACHED, 'customField', 'customFieldValues'],
	customerWaiting: [
		...OF_REACHED,
		...['after', 'afterUnit', 'countedIn', 'openingDays', 'opensAt', 'closesAt', 'holidays', 'openingZone', 'customerMarks', 'closedStatuses'],
	],
	inboxChanged: OF_REACHED,
	markedAsSpam: OF_REACHED,
	noteAdded: OF_REACHED,
	priorityBecame: [...OF_REACHED, 'priorities'],
	snoozed: OF_REACHED,
	statusBecame: [...OF_REACHED, 'statuses'],
	tagAdded: [...OF_REACHED, 'tags'],
	tagRemoved: [...OF_REACHED, 'tags'],
	teammateReplied: [...OF_REACHED, 'customerMarks'],
	woken: OF_REACHED,
};

describe('the editor', () => {
	it.each(Object.entries(ASKED))('asks for %s what it goes by, and nothing else', (event, asked) => {
		const shown = FIELDS.filter(({ property: { name, displayOptions } }) => {
			const events = displayOptions?.show?.event ?? displayOptions?.show?.['/event'];
			return name === 'event' ? false : events?.includes(event);
		});
		expect(shown.map(({ property }) => property.name).sort()).toEqual([...asked].sort());
	});

	it('asks for the teammates only where chosen ones count, and for the rest of options always', () => {
		const showOf = (name: string) => FIELDS.find(({ property }) => property.name === name)!.property.displayOptions?.show;
		expect(showOf('teammateIds')).toEqual({ event: ['assigned'], assignedTo: ['teammates'] });
		expect([showOf('maxEventsPerPoll'), showOf('simplify')]).toEqual([undefined, undefined]);
	});

	it('begins with what goes for most', () => {
		const names = ['watchFields', 'contactFields', 'assignedTo', 'after', 'afterUnit', 'unknownChanges'];
		names.push('conversationsPerPoll', 'lookBack', 'maxEventsPerPoll', 'startFrom', 'statuses', 'customField');
		expect(names.map((name) => FIELDS.find(({ property }) => property.name === name)!.property.default)).toEqual([
			...[['status'], ['email', 'name'], 'anybody', 2, 'hours', 'tell'],
			...[100, 10, 500, '', '', ''],
		]);
	});
});

describe('what a saved workflow holds', () => {
	/** By the names under which the editor shows the events, in its order. */
	const EVENTS = {
		Assigned: 'assigned',
		'Contact Created': 'contactCreated',
		'Contact Updated': 'contactUpdated',
		'Conversation Created': 'conversationCreated',
		'Conversation Updated': 'conversationUpdated',
		'Custom Field Becomes': 'customFieldBecame',
		'Customer Message': 'customerMessage',
		'Customer Waiting': 'customerWaiting',
		'Inbox Changed': 'inboxChanged',
		'Marked as Spam': 'markedAsSpam',
		'Note Added': 'noteAdded',
		'Priority Becomes': 'priorityBecame',
		Snoozed: 'snoozed',
		'Status Becomes': 'statusBecame',
		'Tag Added': 'tagAdded',
		'Tag Removed': 'tagRemoved',
		'Teammate Replied': 'teammateReplied',
		Woken: 'woken',
	};
	const namesIn = (options: unknown) => Object.fromEntries((options as INodePropertyOptions[]).map(({ name, value }) => [name, value]));

	it('is one event in version 1 of the node, and several since 1.1: both are asked for in their own way', () => {
		const [several, one] = properties.filter(({ name }) => name === 'event');
		const form = { name: 'event', noDataExpression: true };
		expect(several).toMatchObject({ ...form, type: 'multiOptions', required: true, default: ['conversationCreated'] });
		expect(one).toMatchObject({ ...form, type: 'options', required: undefined, default: 'conversationCreated' });
		expect([several, one].map((each) => each!.displayOptions)).toEqual([1.1, 1].map((version) => ({ show: { '@version': [version] } })));
		for (const { options } of [several!, one!]) expect(Object.entries(namesIn(options))).toEqual(Object.entries(EVENTS));
	});

	it('is each field once, in its type, and under Options what stands there', () => {
		const types: Record<string, string[]> = {};
		for (const { name, type } of [...properties, ...inputs.options!.map(({ property }) => property)]) (types[type] ??= []).push(name);
		expect(types).toEqual({
			multiOptions: ['event', 'inboxIds', 'watchFields', 'contactFields', 'teammateIds', 'openingDays'],
			options: ['event', 'assignedTo', 'afterUnit', 'countedIn', 'filterMode', 'combine', 'unknownChanges'],
			string: [
				...['statuses', 'priorities', 'tags', 'customField', 'customFieldValues'],
				...['opensAt', 'closesAt', 'holidays', 'openingZone', 'closedStatuses', 'customerMarks'],
			],
			number: ['after', 'conversationsPerPoll', 'lookBack', 'maxEventsPerPoll'],
			fixedCollection: ['conditions'],
			json: ['filterJson'],
			collection: ['options'],
			boolean: ['simplify'],
			dateTime: ['startFrom'],
		});
		const all = [...properties, ...inputs.options!.map(({ property }) => property)];
		expect(all.filter(({ typeOptions }) => typeOptions?.minValue === 1).map(({ name }) => name)).toEqual(types.number);
		const listOf = (name: string) => properties.find((each) => each.name === name)!.typeOptions?.loadOptionsMethod;
		expect([listOf('inboxIds'), listOf('teammateIds')]).toEqual(['inboxes', 'teammates']);
		const required = ['event', 'inboxIds', 'watchFields', 'contactFields', 'statuses', 'priorities', 'teammateIds', 'customField'];
		expect(all.filter((each) => each.required).map(({ name }) => name)).toEqual([...required, 'openingDays', 'opensAt', 'closesAt']);
		expect(properties.at(-1)).toMatchObject({ name: 'options', type: 'collection', default: {} });
		expect(properties.at(-1)!.options).toEqual(inputs.options!.map(({ property }) => property));
	});
});
