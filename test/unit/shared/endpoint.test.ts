import { endpointOf, endpointsOf, filledPath, methodAndPath, namedBy, namesInPath, requestTo } from '../../../nodes/shared/endpoint';
import { endpoints } from '../../../contract/endpoints';

it('an operation has an endpoint and may use others', () => {
	expect(endpointOf({ operationId: 'getContact' })).toBe(endpoints.getContact);
	expect(endpointOf({})).toBeUndefined();
	expect(endpointsOf({ operationId: 'getContact' })).toStrictEqual([endpoints.getContact]);
	expect(endpointsOf({ operationId: 'listContacts', alsoUses: ['createContact'] })).toEqual([endpoints.listContacts, endpoints.createContact]);
	expect(endpointsOf({})).toEqual([]);
	expect(methodAndPath(endpoints.getContact)).toBe('GET /contacts/{contact_id}');
});

it('a request fills in its path, and marks a POST that only reads', () => {
	expect(requestTo('listContacts')).toEqual({ method: 'GET', path: '/contacts' });
	expect(requestTo('createContact')).toEqual({ method: 'POST', path: '/contacts' });
	expect(requestTo('filterConversations', { inboxId: 'a+b' })).toEqual({ method: 'POST', path: '/inboxes/a%2Bb', readOnly: true });
	expect(requestTo('getAutomation', { inboxId: 'i1', automationId: 7 }).path).toBe('/inboxes/i1/automations/7');
});

it('a missing path value is named without "Id"', () => {
	expect(() => requestTo('getContact')).toThrow("'Contact' is empty");
	expect(() => filledPath('/x/{saved_reply_id}/{idle}', { savedReplyId: 's1' })).toThrow("'Idle' is empty");
	expect(() => requestTo('getContact', {}, (name) => `the ${name}`)).toThrow('the contactId is empty');
});

it('the names of a path are camelCase', () => {
	expect(namesInPath({ path: '/a/{saved_reply_id}/b/{id}' })).toEqual(['savedReplyId', 'id']);
	expect(namesInPath({ path: '/a' })).toEqual([]);
});

it.each<[string, string, Record<string, string>]>([
	['GET', '/contacts/c1', { contactId: 'c1' }],
	['GET', '/contacts/c1/', { contactId: 'c1' }],
	['GET', '/inboxes/i1/automations/a1', { inboxId: 'i1', automationId: 'a1' }],
	['GET', '/contacts', {}],
	['POST', '/contacts/c1', {}],
	['GET', '/x/contacts/c1', {}],
	['GET', '/contacts/c1/x/y', {}],
	['GET', '/contacts//', {}],
])('%s %s names %j', (method, path, names) => {
	expect(namedBy({ method: method as 'GET', path })).toEqual(names);
});
