import type { IDataObject } from 'n8n-workflow';

import { unwrap } from '../../../../transport';
import { message, messageFormat } from '../../fields/content';
import { cc } from '../../fields/conversation';
import { conversationId } from '../../fields/locators';
import type { Call, Operation, Output } from '../../operation';
import { withHtmlMessage } from '../../read/html';
import { messageOf } from '../../run/answer';

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

async function draft({ send, request, input }: Call): ReturnType<Output> {
	const { body } = await send(request);
	const record = unwrap(body) as IDataObject;
	return [{ json: { ...record, id: input.conversationId as string, draft_id: draftIdIn(body), message: messageOf(body) } }];
}

/** Specification, Draft: the answer carries a draft_id; Endpoint details not shown: where it stands. */
function draftIdIn(answer: unknown): IDataObject['draft_id'] {
	if (typeof answer !== 'object' || answer === null) return undefined;
	return 'draft_id' in answer ? (answer as IDataObject).draft_id : Object.values(answer).map(draftIdIn).find((id) => id !== undefined);
}
