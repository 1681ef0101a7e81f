import { single, type Call, type Handlers } from '../call';
import { requiredText } from '../changes';
import seedData from '../data/seed.json';
import templates from '../data/templates.json';
import { listing } from '../pages';

/** Changes texts of a record to those in the body. `names`: the body's name for each of the record's fields. */
function change({ store, body }: Call, record: object, names: Record<string, string>): void {
	for (const [field, name] of Object.entries(names))
		if (typeof body[name] === 'string') Object.assign(record, { [field]: body[name] });
	store.version += 1;
}

/** Everything of an organization except conversations and contacts. */
export const organizationHandlers: Handlers = {
	getCurrentUser: (call) => {
		const { store, organizationId, user } = call;
		const organization = store.organizations.get(organizationId)!;
		if (store.world.currentUser === 'record') return single(call, { ...user, organization });
		const inboxes = [...store.inboxes.values()]
			.filter((inbox) => inbox.organizationId === organizationId)
			.map(({ id }) => id);
		const company = { ...organization, options: { timezone: user.timezone, time_format: user.time_format } };
		return {
			user,
			company,
			inboxes,
			organizations: [organization],
			onboarding: { inbox: true },
			had_onboarding_survey: true,
		};
	},

	listUsers: (call) => listing(call, call.store.teammatesOf(call.organizationId)),
	getUser: ({ teammate }) => ({ data: teammate }),
	listKnowledgeBases: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.knowledgeBases)),
	getKnowledgeBase: (call) => single(call, call.knowledgeBase),
	listBusinessHours: () => ({ data: seedData.businessHours }),
	listHolidays: () => ({ data: seedData.holidays }),

	listTags: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.tags)),
	createTag: (call) => {
		const { store, organizationId, body } = call;
		const name = requiredText(call, call.settings.fieldNames.recordName);
		const record = { id: store.id('tag'), name, color: (body.color ?? '#38c') as string };
		store.tags.set(record.id, { organizationId, record });
		store.version += 1;
		return single(call, record);
	},
	updateTag: (call) => {
		change(call, call.tag, { name: call.settings.fieldNames.recordName, color: 'color' });
		return single(call, call.tag);
	},
	deleteTag: ({ store, tag }) => store.removeTag(tag.id),

	listSavedReplies: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.savedReplies)),
	createSavedReply: (call) => {
		const { store, organizationId, settings } = call;
		const [name, message] = [
			requiredText(call, settings.fieldNames.recordName),
			requiredText(call, settings.fieldNames.savedReplyText),
		];
		const record = { id: store.id('reply'), name, message, inbox_id: null, ...templates.savedReply };
		store.savedReplies.set(record.id, { organizationId, record });
		store.version += 1;
		return single(call, record);
	},
	updateSavedReply: (call) => {
		const { recordName, savedReplyText } = call.settings.fieldNames;
		change(call, call.savedReply, { name: recordName, message: savedReplyText });
		return single(call, call.savedReply);
	},
	deleteSavedReply: ({ store, savedReply }) => {
		store.savedReplies.delete(savedReply.id);
		store.version += 1;
	},
};
