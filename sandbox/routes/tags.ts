import { done, single, type Call, type Handlers } from '../call';
import { requiredText, requireTag, selectedInvalid } from '../changes';
import { invalid } from '../errors';
import { listing } from '../pages';

/** The ids in a body under a name that is not known, each of a tag of the organization. */
function tagIds({ store, organizationId, body, settings }: Call): string[] {
	const field = settings.fieldNames.tagIds;
	const ids = body[field];
	if (!Array.isArray(ids) || ids.length === 0) throw invalid({ [field]: [`The ${field} field is required.`] });
	ids.forEach((id: string, index) => requireTag(store, organizationId, id, `${field}.${index}`));
	return ids;
}

function change({ store, body, settings }: Call, id: string) {
	const { record } = store.tags.get(id)!;
	const { [settings.fieldNames.recordName]: name, color } = body;
	Object.assign(record, typeof name === 'string' && { name }, typeof color === 'string' && { color });
	store.version += 1;
}

export const tagHandlers: Handlers = {
	listTags: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.tags)),

	createTag: (call) => {
		const { store, organizationId, body } = call;
		const record = {
			id: store.id('tag'),
			name: requiredText(call, call.settings.fieldNames.recordName),
			color: (body.color ?? '#38c') as string,
		};
		store.tags.set(record.id, { organizationId, record });
		store.version += 1;
		return single(call, record);
	},

	updateTag: (call) => {
		change(call, call.tag.id);
		return single(call, call.tag);
	},

	deleteTag: ({ store, tag }) => {
		store.removeTag(tag.id);
		return done('Tag deleted successfully.');
	},

	mergeTags: (call) => {
		const ids = tagIds(call);
		const field = call.settings.fieldNames.mergeTarget;
		const target = call.body[field] as string;
		requireTag(call.store, call.organizationId, target, field);
		if (ids.includes(target)) throw selectedInvalid(field);
		for (const id of ids) call.store.removeTag(id, target);
		return done('Tags merged successfully.');
	},

	batchUpdateTags: (call) => {
		for (const id of tagIds(call)) change(call, id);
		return done('Tags updated successfully.');
	},

	batchDeleteTags: (call) => {
		for (const id of tagIds(call)) call.store.removeTag(id);
		return done('Tags deleted successfully.');
	},
};
