import { like, list, oneOf, text } from '../../shared/fields/build';
import { tagId } from '../../shared/fields/locators';

export const recordName = text('name', 'The name under which people find it', { required: true, placeholder: 'e.g. Urgent' });

export const tagIds = list('tagIds', 'tags', 'The tags to work on', { displayName: 'Tags', required: true, sent: false });

export const tagToKeep = like(tagId, {
	displayName: 'Keep This Tag',
	description: 'The tag that stays; what had one of the others has this one then',
});

export const tagsToMerge = list('tagIds', 'tags', 'The tags that are merged into the one that is kept; they are gone afterwards', {
	displayName: 'Tags to Merge Into It',
	required: true,
	sent: false,
});

export const ifTagExists = oneOf(
	'ifTagExists',
	"What to do where a tag has this name already, in whatever case; 'created' in the output tells. It is looked for in the list of tags.",
	{
		create: ['Create Another', 'Create one more tag of the same name, if the helpdesk lets you'],
		use: ['Use the Existing One', 'Output the tag that has the name already, and create none'],
	},
	{ displayName: 'If It Exists', default: 'use', sent: false },
);
