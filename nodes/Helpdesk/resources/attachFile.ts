import type { INodeExecutionData } from 'n8n-workflow';

import { isObject, messageOf, unwrap } from '../../../transport';
import { conversationId } from '../../shared/fields';
import {
	additionalBody,
	draftField,
	fileField,
	fileNameField,
	fileTypeField,
	binaryPropertyName,
	draftToFill,
	uploadPath,
	uploadRequest,
} from '../fields';
import type { Call } from '../operation';
import { outputOf } from '../run/outputs';
import { inputFile, withFile } from '../run/upload';
import type { ByValue } from './operations';

export const attachFile: ByValue[string] = {
	name: 'Attach File to Draft',
	action: 'Attach file to draft',
	description: 'Put a file into a saved draft, which Reply then sends. Outputs its draft_id for Reply',
	operationId: 'uploadAttachment',
	undo: 'the customer gets nothing until Reply sends the draft, and Delete Draft takes it away',
	fields: [conversationId, draftToFill, binaryPropertyName],
	options: [fileField, fileNameField, fileTypeField, draftField, uploadPath, additionalBody],
	request: (input, baseUrl) => uploadRequest(input, baseUrl, input.additionalBody),
	output: outputOf(
		{
			idField: 'conversationId',
			fields: { id: 'string', draft_id: 'string', attachment_id: 'string', message: 'string' },
		},
		attached,
	),
};

async function attached({ send, request, input, context }: Call): Promise<INodeExecutionData[]> {
	const file = await inputFile(context, input.binaryPropertyName as string);
	const { body } = await send(withFile(request, file, input));
	const record = unwrap(body);
	const attachmentId = isObject(record) && record.id !== undefined ? { attachment_id: record.id } : {};
	const { conversationId, draftId } = input as Record<string, string>;
	return [{ json: { id: conversationId, draft_id: draftId, ...attachmentId, message: messageOf(body) } }];
}
