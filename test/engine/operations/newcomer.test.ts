import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';
import { waitingHints } from '../../../nodes/Helpdesk/description/waiting';
import { HelpdeskTrigger } from '../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { COLLECTIONS } from '../../../nodes/shared/field';

// What someone meets who opens the editor for the first time.

const { description } = new Helpdesk();
const { properties } = description;
const collections = properties.filter(({ name }) => COLLECTIONS.some((each) => each === name));
/** All that the editor shows as a name: fields, what stands in them, and their choices. */
function everyName(parts: unknown): string[] {
	return (parts as Array<Partial<INodeProperties> & { values?: unknown }>).flatMap(({ displayName, name, options = [], values = [] }) => [
		displayName ?? name!,
		...everyName(options),
		...everyName(values),
	]);
}
const ofApiRequest = properties
	.filter(({ displayOptions }) => String(displayOptions?.show?.resource) === 'apiRequest')
	.flatMap((property) => everyName([property]));
const namesIn = ({ options = [] }: INodeProperties) => (options as INodeProperties[]).map(({ displayName }) => displayName);

test('fields for those who know the API stand together at the end of their collection, and their names begin with "Advanced:"', () => {
	const advanced = collections.flatMap(namesIn).filter((name) => name.startsWith('Advanced: '));
	expect(new Set(advanced).size).toBeGreaterThan(8);
	for (const names of collections.map(namesIn)) {
		const first = names.findIndex((name) => name.startsWith('Advanced: '));
		const last = first < 0 ? [] : names.slice(first);
		expect(last.filter((name) => !name.startsWith('Advanced: '))).toEqual([]);
	}
});

test('what is JSON or a name of the API begins with "Advanced:" wherever it stands in both nodes, choices among them', () => {
	const names = [properties, new HelpdeskTrigger().description.properties].flatMap(everyName);
	const others = names.filter((name) => /JSON|Field Name$|Page In/.test(name) && !name.startsWith('Advanced: '));
	// Of the request for those who know the API alone.
	expect(others.filter((name) => !ofApiRequest.includes(name))).toEqual([]);
	expect(names).toEqual(expect.arrayContaining(['Advanced: JSON', 'Advanced: Filter (JSON)', 'Advanced: Custom Fields (JSON)']));
});

test('the list of actions begins with conversations and messages, and ends with the request for those who know the API', () => {
	const names = (properties.find(({ name }) => name === 'resource')!.options as INodePropertyOptions[]).map(({ name }) => name);
	expect([names.slice(0, 4), names.at(-1)]).toEqual([['Conversation', 'Message', 'Scheduled Reply', 'Contact'], 'API Request']);
});

test('the palette finds both nodes by "help desk" in two words', () => {
	for (const name of ['Helpdesk', 'HelpdeskTrigger']) {
		const codex = JSON.parse(readFileSync(join(__dirname, `../../../nodes/${name}/${name}.node.json`), 'utf8'));
		expect(codex.alias).toContain('help desk');
	}
});

test('the text above the actions, which n8n takes from the trigger, speaks of the actions too', () => {
	expect(new HelpdeskTrigger().description.description).toContain(description.description);
});

test('a workflow begins with the trigger, and goes through the node', () => {
	expect([new HelpdeskTrigger().description, description].map(({ inputs, outputs }) => [inputs, outputs])).toEqual([
		[[], ['main']],
		[['main'], ['main']],
	]);
});

test.each([
	['GET', false],
	['POST', true],
	['DELETE', true],
])('an API request by %s shows a field for its body: %s', (method, shows) => {
	const body = properties.find(({ name }) => name === 'jsonBody')!;
	const values = { resource: 'apiRequest', operation: 'send', method };
	expect(NodeHelpers.displayParameterPath(values, body, '', { typeVersion: 1 }, description)).toBe(shows);
});

test('times say under the field in whose zone they are', () => {
	const times = everyField([...properties, ...new HelpdeskTrigger().description.properties]).filter(({ type }) => type === 'dateTime');
	expect(times.map(({ name }) => name)).toEqual(['snoozedUntil', 'scheduledAt', 'scheduledAt', 'startFrom']);
	for (const { hint } of times) expect(hint).toContain("In the workflow's time zone");
});

const addNote = { resource: 'message', operation: 'addNote' };
const schedule = { resource: 'scheduledReply', operation: 'create' };
const upsert = { resource: 'contact', operation: 'upsert' };
test.each([
	[10, addNote, undefined],
	[300, addNote, undefined],
	[301, addNote, 'about a minute'],
	[870, addNote, 'about two minutes'],
	[3_000, addNote, 'about nine minutes'],
	[3_001, addNote, '10 to 15 minutes'],
	[20_000, addNote, '1 to 2 hours'],
	[1_000_000, addNote, '8 hours or more'],
	[151, { ...addNote, options: { notIfAlreadyThere: true } }, 'about a minute'],
	[150, { ...addNote, options: { notIfAlreadyThere: true } }, undefined],
	[300, { ...addNote, options: { onlyIfUnchangedSince: 'm1' } }, 'about a minute'],
	[300, { ...addNote, options: { notIfAlreadyThere: 'false', onlyIfUnchangedSince: '', receipt: true } }, undefined],
	[300, { resource: 'conversation', operation: 'getContext' }, 'about a minute'],
	[300, { resource: 'tag', operation: 'create' }, undefined],
	[300, schedule, 'about a minute'],
	[9_000, { ...schedule, options: { dryRun: true } }, undefined],
	[9_000, { ...addNote, options: { dryRun: true } }, undefined],
	[301, { ...addNote, options: { dryRun: true, notIfAlreadyThere: true } }, 'about a minute'],
	[301, { ...upsert, options: { dryRun: true } }, 'about a minute'],
	[301, { ...addNote, options: { dryRun: false } }, 'about a minute'],
])('a step with %d items by %j says in the output panel how long its requests take: %s', (items, parameters, time) => {
	const all = () => Array(items);
	const shown = waitingHints.filter(({ displayCondition }) =>
		(new Function('$input', '$parameter', `return ${displayCondition!.slice(3, -2)}`) as (...given: object[]) => boolean)({ all }, parameters),
	);
	expect(shown.map(({ message }) => message)).toEqual(time === undefined ? [] : [expect.stringContaining(`takes ${time}, because`)]);
	for (const { message } of shown) expect(message).toContain("longer where the credential has fewer as 'Requests per Minute'");
	for (const { message, ...rest } of shown)
		expect([rest.location, rest.whenToDisplay, message]).toEqual(['outputPane', 'always', expect.not.stringContaining('console')]);
});

test('an empty body of an API request is no JSON field, which n8n would mark as wrong', () => {
	expect(properties.find(({ name }) => name === 'jsonBody')).toMatchObject({ type: 'string', default: '' });
});

const everyField = (all: INodeProperties[]): INodeProperties[] =>
	all.flatMap((property) => [property, ...everyField((property.options ?? []).filter((option): option is INodeProperties => 'type' in option))]);

test('hints speak plainly: no "conversation" under Tag, where there may be none, and how to give IDs without the words of n8n for it', () => {
	const fields = everyField([...properties, ...new HelpdeskTrigger().description.properties]);
	const hintsOf = ({ hint, modes = [] }: INodeProperties) => [hint, ...modes.map((mode) => mode.hint)].filter((each) => each !== undefined);
	const tag = fields.filter(({ name }) => name === 'tagId');
	expect(tag.length).toBeGreaterThan(0);
	expect(tag.flatMap(hintsOf).filter((hint) => hint.includes('conversation'))).toEqual([]);
	expect(tag.filter(({ description }) => description!.includes('conversation'))).toEqual([]);
	const several = fields.filter(({ type, name }) => type === 'multiOptions' && name !== 'outputFields' && name !== 'fieldsToWatch');
	expect(several.map(({ displayName }) => displayName)).toEqual(expect.arrayContaining(['Inboxes', 'Tags', 'Mention']));
	expect(fields.filter(({ displayName }) => displayName.includes('Names or IDs')).map(({ name }) => name)).toEqual([]);
	expect(fields.flatMap(hintsOf).filter((hint) => /choose By ID and drag|Switch to Expression/.test(hint))).toEqual([]);
});

test('what is filled in with the one value that the API documentation shows says under the field to leave it so', () => {
	const filledIn = everyField(properties).filter(({ name, type }) => ['type', 'direction', 'action'].includes(name) && type === 'string');
	expect(filledIn.length).toBeGreaterThan(2);
	for (const { name, hint } of filledIn) expect([name, hint]).toEqual([name, expect.stringMatching(/^Leave it as it is/)]);
});
