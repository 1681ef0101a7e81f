import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openFacts } from '../contract/worlds';
import schemas from './data/control.json';
import type { FaultRule } from './faults';
import { conversationView, entryView } from './forms';
import { receiveMessage } from './incoming';
import type { ResetOptions, Sandbox } from './sandbox';
import { createConversation } from './newConversation';
import { pageState } from './page/state';
import type { Changed, Settings } from './settings';

const count = { type: 'integer', minimum: 0 };
const properties = {
	...schemas.settings.properties,
	world: {
		...schemas.settings.properties.world,
		properties: Object.fromEntries(Object.entries(openFacts).map(([fact, { values }]) => [fact, { enum: values }])),
	},
};
/** Schemas of bodies. They refuse misspelt settings and faults. */
const bodies = {
	...schemas,
	settings: { ...schemas.settings, properties },
	reset: { ...schemas.settings, properties: { ...properties, seed: count, conversations: count } },
};
const taking = (name: keyof typeof bodies) => ({ schema: { body: bodies[name] } });

/** The control interface for tests and the demo. It is neither throttled nor logged. */
export async function controlRoutes(app: FastifyInstance, { sandbox }: { sandbox: Sandbox }): Promise<void> {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
		JSON.parse(text || '{}'),
	);
	// A request without a body asks for the defaults.
	app.addHook('preValidation', async (request) => {
		request.body ??= {};
	});
	const conversation = (request: FastifyRequest) => {
		const found = sandbox.store.conversations.get((request.params as { id: string }).id);
		if (!found) throw Object.assign(new Error('no such conversation'), { statusCode: 404 });
		return found;
	};
	const overview = () => {
		const { store, tokens, baseUrl } = sandbox;
		const [inboxes, tags] = [[...store.inboxes.values()], [...store.tags.values()].map(({ record }) => record)];
		const teammates = [...store.teammates.values()].map(({ id, name }) => ({ id, name }));
		return {
			baseUrl,
			tokens,
			inboxes,
			teammates,
			tags,
			conversations: store.conversations.size,
			contacts: store.contacts.size,
		};
	};
	const settings = () => ({ ...sandbox.service.settings, clock: undefined, port: undefined });

	app.get('/', overview);
	app.get('/page', async () => await pageState(sandbox));
	app.post('/reset', taking('reset'), (request) => (sandbox.reset(request.body as ResetOptions), overview()));
	app.get('/settings', settings);
	app.patch(
		'/settings',
		taking('settings'),
		(request) => (sandbox.settings(request.body as Changed<Settings>), settings()),
	);
	app.post(
		'/faults',
		taking('fault'),
		(request) => (sandbox.fault(request.body as FaultRule), { message: 'Fault added.' }),
	);
	app.delete('/faults', () => (sandbox.clearFaults(), { message: 'Faults cleared.' }));
	app.get('/requests', (request) => sandbox.requests(Number((request.query as { after?: string }).after ?? 0)));
	app.delete('/requests', () => (sandbox.service.log.clear(), { message: 'Log cleared.' }));

	app.get('/conversations/:id', (request) => {
		const found = conversation(request);
		const { events, scheduled, drafts, snooze } = found;
		const shown = conversationView(sandbox.store, found, sandbox.baseUrl);
		return {
			...shown,
			events: events.map((event) => entryView('event', event, sandbox.baseUrl)),
			scheduled,
			drafts,
			snooze,
		};
	});
	app.post('/conversations', taking('conversation'), (request) => {
		const { store } = sandbox;
		const {
			inbox_id: inboxId = 'inbox_support',
			contact_id,
			created_at: at,
			...texts
		} = request.body as Record<string, string | undefined>;
		const contactId = contact_id ?? store.contactsOf(store.inboxes.get(inboxId)?.organizationId ?? '')[0]?.id ?? '';
		const { subject = 'A new conversation', message: html = '<p>Hello</p>' } = texts;
		return createConversation(store, {
			inboxId,
			contactId,
			subject,
			html,
			createdAt: at && store.time(Date.parse(at)),
		}).record;
	});
	app.post('/conversations/:id/messages', taking('message'), (request) => {
		const { message = '<p>Hello again</p>' } = request.body as { message?: string };
		receiveMessage(sandbox.store, conversation(request), message);
		return conversation(request).record;
	});
	app.delete(
		'/conversations/:id',
		(request) => (sandbox.store.forget(conversation(request)), { message: 'Conversation forgotten.' }),
	);
}
