import { thread } from '../sandboxRecords';
import { ofContact, type Samples } from './sample';

export const otherSamples: Samples = {
	'contact.getMany': () => ({
		parameters: { returnAll: false, limit: 3 },
		variants: [{ returnAll: true, filters: { q: 'an', inbox: 'inbox_support', withOrphan: true }, options: { simplify: false } }],
	}),
	'contact.update': (sandbox) => ({
		parameters: { ...ofContact(sandbox), updateFields: { name: 'Renamed' } },
		variants: [{ ...ofContact(sandbox), updateFields: { name: 'Renamed', email: 'renamed@example.com', additionalBody: '{"company": "Acme"}' } }],
	}),
	'contact.upsert': (sandbox) => ({
		parameters: { email: 'new@example.com', additionalFields: { name: 'New' } },
		variants: [{ email: sandbox.store.contactsOf('org_acme')[0]!.email.toUpperCase(), additionalFields: { name: 'Renamed', additionalBody: '{"company": "Acme"}' } }],
	}),
	'apiRequest.send': (sandbox) => ({
		parameters: { method: 'GET', path: '/conversations/mine', pageMode: 'none' },
		variants: [
			{
				method: 'PUT',
				path: `/conversation/${thread(sandbox).record.id}/update/priority`,
				queryParameters: { parameter: [] },
				jsonBody: '{"priority": "High"}',
				pageMode: 'none',
				options: { download: false },
			},
			{ method: 'GET', path: '/inboxes/inbox_support/tags', pageMode: 'simple', returnAll: true },
			{ method: 'GET', path: '/contacts', queryParameters: { parameter: [{ name: 'q', value: 'an' }] }, pageMode: 'counting', returnAll: false, limit: 3 },
		],
	}),
};
