import { message, messageFormat } from '../../fields/content';
import { cc } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import type { Operation, Output } from '../../operation';
import { withHtmlMessage } from '../../read/html';
import { unwrap } from '../../run/outputs';

export const saveDraft: Operation = {
	name: 'Save Draft',
	value: 'saveDraft',
	action: 'Save a draft of a reply',
	description: 'Save your draft of a reply, or replace it: there is one a teammate and conversation. Outputs its draft_id for Reply.',
	endpoint: 'POST /conversation/{conversation_id}/draft',
	fields: [conversationId, message, messageFormat],
	additionalFields: [cc],
	body: withHtmlMessage,
	output: draft,
};

/** Specification, Draft: the answer carries a draft_id, in a place that is not shown. */
async function draft({ send, request, input }: Parameters<Output>[0]): ReturnType<Output> {
	const { body } = await send(request);
	const answer = { ...(body as object), ...(unwrap(body) as object) };
	return [{ json: { ...answer, id: input.conversationId as string } }];
}
