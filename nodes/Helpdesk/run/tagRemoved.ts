import { isId, isObject } from '../../../transport';
import type { Call } from '../operation';
import { messageOutput, outputOf } from './outputs';

const output = messageOutput('conversationId');

/** The helpdesk answers with a success even if the conversation does not have the tag. */
export const tagRemoved = outputOf(output.form, async (call) => {
	const items = await output(call);
	if (!wasMissing(call)) return items;
	const message = 'The conversation did not have this tag';
	return items.map(({ json, ...item }) => ({ ...item, json: { ...json, message } }));
});

/** Returns whether the incoming item is the conversation and shows the IDs of its tags, without this one. */
function wasMissing({ input: { conversationId, tagId }, context }: Call): boolean {
	const { id, tags } = context.getInputData().json;
	if (id !== conversationId || !Array.isArray(tags)) return false;
	return tags.every((tag) => isObject(tag) && isId(tag.id) && String(tag.id) !== tagId);
}
