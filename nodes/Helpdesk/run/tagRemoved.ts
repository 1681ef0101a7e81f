import { isId, isObject } from '../../../transport';
import { messageOutput, outputOf } from './outputs';

const output = messageOutput('conversationId');

/** The helpdesk reports success even if the conversation lacks the tag. The incoming item may show IDs of its tags. */
export const tagRemoved = outputOf(output.form, async (call) => {
	const { conversationId, tagId } = call.input;
	const { id, tags } = call.context.getInputData().json;
	const lacksIt = (tag: unknown) => isObject(tag) && isId(tag.id) && String(tag.id) !== tagId;
	const items = await output(call);
	if (id !== conversationId || !Array.isArray(tags) || !tags.every(lacksIt)) return items;
	return items.map(({ json }) => ({ json: { ...json, message: 'The conversation did not have this tag' } }));
});
