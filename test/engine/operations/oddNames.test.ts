import { useAnsweringHelpdesk } from '../../support/answeringHelpdesk';
import { byId } from '../../support/locator';

/** Names that every JavaScript object has. n8n and its HTTP client drop them from objects. */
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const json = `{${names.map((name, index) => `"${name}":"${index}"`).join()}}`;

const helpdesk = useAnsweringHelpdesk(() => ({ body: { message: 'Done.' } }));

it.each([
	[
		'conversation.setCustomFields',
		{
			conversationId: byId('c1'),
			customFieldsMode: 'fields',
			customFields: { field: names.map((key, index) => ({ key: byId(key), value: String(index) })) },
		},
		json,
	],
	[
		'conversation.setCustomFields',
		{ conversationId: byId('c1'), customFieldsMode: 'json', customFieldsJson: json },
		json,
	],
	[
		'tag.update',
		{ tagId: byId('t1'), updateFields: { name: 'Bug', additionalBody: json } },
		`${json.slice(0, -1)},"name":"Bug"}`,
	],
])('%s sends fields named "__proto__" or "constructor" like any other field', async (operation, parameters, body) => {
	await helpdesk.run(operation, parameters);
	// Earlier requests look up names.
	expect(helpdesk.requests.at(-1)!.body).toBe(body);
});

it('an additional query sends names such as "__proto__" too', async () => {
	await helpdesk.run('report.get', { inboxId: byId('i1'), options: { additionalQuery: json } });
	expect(helpdesk.requests[0]!.query).toBe(names.map((name, index) => `${name}=${index}`).join('&'));
});

it('an additional query encodes lists and objects like the HTTP Request node', async () => {
	const additionalQuery = '{"ids": ["a", "b"], "filter": {"status": "Active"}, "none": null, "deep": [{"a": 1}]}';
	await helpdesk.run('report.get', { inboxId: byId('i1'), options: { additionalQuery } });
	expect(decodeURIComponent(helpdesk.requests[0]!.query)).toBe(
		'ids[0]=a&ids[1]=b&filter[status]=Active&none=&deep[0][a]=1',
	);
});
