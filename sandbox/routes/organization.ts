import { single, type Call, type Handlers } from '../call';
import { requiredText, requireTag, selectedInvalid } from '../changes';
import seedData from '../data/seed.json';
import templates from '../data/templates.json';
import { invalid } from '../errors';
import { listing } from '../pages';

/** Returns the tag IDs in a body, from a field whose name is not specified. */
function tagIds({ store, organizationId, body, settings }: Call): string[] {
	const field = settings.fieldNames.tagIds;
	const ids = body[field];
	if (!Array.isArray(ids) || ids.length === 0) throw invalid({ [field]: [`The ${field} field is required.`] });
	ids.forEach((id: string, index) => requireTag(store, organizationId, id, `${field}.${index}`));
	return ids;
}

/** Changes the texts of a record that are in the body, where they have the names in `names`. */
function change({ store, body }: Call, record: object, names: Record<string, string>): void {
	for (const [field, name] of Object.entries(names))
		if (typeof body[name] === 'string') Object.assign(record, { [field]: body[name] });
	store.version += 1;
}

const changeTag = (call: Call, id: string) =>
	change(call, call.store.tags.get(id)!.record, { name: call.settings.fieldNames.recordName, color: 'color' });

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
		changeTag(call, call.tag.id);
		return single(call, call.tag);
	},
	deleteTag: ({ store, tag }) => store.removeTag(tag.id),
	mergeTags: (call) => {
		const ids = tagIds(call);
		const field = call.settings.fieldNames.mergeTarget;
		const target = call.body[field] as string;
		requireTag(call.store, call.organizationId, target, field);
		if (ids.includes(target)) throw selectedInvalid(field);
		for (const id of ids) call.store.removeTag(id, target);
	},
	batchUpdateTags: (call) => {
		for (const id of tagIds(call)) changeTag(call, id);
	},
	batchDeleteTags: (call) => {
		for (const id of tagIds(call)) call.store.removeTag(id);
	},

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
	useSavedReply: (call) => {
		call.savedReply.uses_count += 1;
		call.store.version += 1;
		return single(call, call.savedReply);
	},
};
