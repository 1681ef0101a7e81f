import type { Store } from './store';

/** The one attachment there is at the beginning: a blue square. */
export const ATTACHMENT = {
	id: 'attachment_1',
	name: 'screenshot.png',
	type: 'image/png',
	bytes: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mMw7jhDEmIY1TCqYfhqAABFGocQuNrF0gAAAABJRU5ErkJggg==',
};

/** Of every inbox: those for which conversations have values. */
const CUSTOM_FIELDS = [
	{ id: 'field_order_number', key: 'order_number', name: 'Order number', type: 'text' },
	{ id: 'field_plan', key: 'plan', name: 'Plan', type: 'select' },
	{ id: 'field_vip', key: 'vip', name: 'VIP', type: 'checkbox' },
];

/** Records of which the specification shows neither the fields nor the endpoints. Takes nothing from the random sequence. */
export function seedProvisional(store: Store) {
	savedReply(store, 'org_acme', { id: 'reply_thanks', name: 'Thanks', inbox_id: null });
	savedReply(store, 'org_acme', { id: 'reply_refund', name: 'Refund on its way', inbox_id: 'inbox_billing' });
	savedReply(store, 'org_acme', { id: 'reply_login', name: 'How to log in', inbox_id: 'inbox_support' });
	savedReply(store, 'org_other', { id: 'reply_other', name: 'Hello', inbox_id: null });
	knowledgeBase(store, 'org_acme', { id: 'kb_help', name: 'Help Center', articles_count: 24 });
	knowledgeBase(store, 'org_acme', { id: 'kb_internal', name: 'Internal Notes', articles_count: 5 });
	knowledgeBase(store, 'org_other', { id: 'kb_other', name: 'Other', articles_count: 1 });
	store.attachments.set(ATTACHMENT.id, { organizationId: 'org_acme', record: { ...ATTACHMENT } });
	for (const inbox of store.inboxes.values()) inbox.customFields = CUSTOM_FIELDS.map((field) => ({ ...field }));
}

function savedReply(store: Store, organizationId: string, given: { id: string; name: string; inbox_id: string | null }) {
	store.savedReplies.set(given.id, { organizationId, record: { ...given, message: `<p>${given.name}</p>`, uses_count: 0 } });
}

function knowledgeBase(store: Store, organizationId: string, record: { id: string; name: string; articles_count: number }) {
	store.knowledgeBases.set(record.id, { organizationId, record });
}
