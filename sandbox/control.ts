import type { FastifyInstance, FastifyRequest } from 'fastify';
import { controlSchemas } from './controlSchemas';
import { createConversation } from './newConversation';
import type { FaultRule } from './faults';
import { receiveMessage } from './incoming';
import { pageState } from './page/state';
import type { ResetOptions, Sandbox } from './sandbox';
import type { Changed, Settings } from './settings';
import { storedTime } from './world/times';
import { conversationView, eventView } from './views';

/** The control interface for tests and the demo: neither throttled nor logged. */
export async function controlRoutes(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) => JSON.parse(text || '{}'));
	// A request without a body asks for the defaults.
	app.addHook('preValidation', async (request) => {
		request.body ??= {};
	});
	const conversation = (request: FastifyRequest) => {
		const found = sandbox.store.conversations.get((request.params as { id: string }).id);
		if (!found) throw Object.assign(new Error('no such conversation'), { statusCode: 404 });
		return found;
	};

	app.get('/', () => overview(sandbox));
	app.get('/page', () => pageState(sandbox));
	app.post('/reset', { schema: controlSchemas.reset }, (request) => {
		sandbox.reset(request.body as ResetOptions);
		return overview(sandbox);
	});
	app.get('/settings', () => currentSettings(sandbox));
	app.patch('/settings', { schema: controlSchemas.settings }, (request) => {
		sandbox.settings(request.body as Changed<Settings>);
		return currentSettings(sandbox);
	});
	app.post('/faults', { schema: controlSchemas.fault }, (request) => {
		sandbox.fault(request.body as FaultRule);
		return { message: 'Fault added.' };
	});
	app.delete('/faults', () => {
		sandbox.clearFaults();
		return { message: 'Faults cleared.' };
	});
	app.get('/requests', (request) => sandbox.requests(Number((request.query as { after?: string }).after ?? 0)));
	app.delete('/requests', () => {
		sandbox.service.log.clear();
		return { message: 'Log cleared.' };
	});

	app.get('/conversations/:id', (request) => {
		const found = conversation(request);
		const { events, scheduled, drafts, snooze } = found;
		return { ...conversationView(sandbox.store, found), events: events.map((event) => eventView(event, 'event')), scheduled, drafts, snooze };
	});
	app.post('/conversations', { schema: controlSchemas.conversation }, (request) => {
		const { inbox_id, contact_id, subject, message, created_at } = request.body as Record<string, string | undefined>;
		const inboxId = inbox_id ?? 'inbox_support';
		const organizationId = sandbox.store.inboxes.get(inboxId)?.organizationId as string;
		return createConversation(sandbox.store, {
			inboxId,
			contactId: contact_id ?? (sandbox.store.contactsOf(organizationId)[0]?.id as string),
			subject: subject ?? 'A new conversation',
			html: message ?? '<p>Hello</p>',
			...(created_at !== undefined && { createdAt: storedTime(sandbox.service.settings.world, Date.parse(created_at)) }),
		}).record;
	});
	app.post('/conversations/:id/messages', { schema: controlSchemas.message }, (request) => {
		const found = conversation(request);
		const { message = '<p>Hello again</p>' } = request.body as { message?: string };
		receiveMessage(sandbox.store, found, message);
		return found.record;
	});
	app.delete('/conversations/:id', (request) => {
		sandbox.store.forget(conversation(request));
		return { message: 'Conversation forgotten.' };
	});
}

function currentSettings({ service }: Sandbox) {
	return { ...service.settings, clock: undefined, port: undefined };
}

function overview({ store, tokens, baseUrl }: Sandbox) {
	return {
		baseUrl,
		tokens,
		inboxes: [...store.inboxes.values()],
		teammates: [...store.teammates.values()].map(({ id, name }) => ({ id, name })),
		tags: [...store.tags.values()].map(({ record }) => record),
		conversations: store.conversations.size,
		contacts: store.contacts.size,
	};
}
