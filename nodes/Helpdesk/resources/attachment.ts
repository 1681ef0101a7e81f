import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject, messageOf, unwrap, type ApiRequest } from '../../../transport';
import { namesInPath } from '../../shared/endpoint';
import type { Input } from '../../shared/field';
import { conversationId } from '../../shared/fields/locators';
import { additionalBody, draftField, fileField, nameFrom } from '../fields/fieldNames';
import { attachmentId, binaryPropertyName, downloadPath, draftToFill, fileFormat, pathFrom, uploadPath } from '../fields/files';
import type { Call, Operation, Resource } from '../operation';
import { binary, outputOf } from '../run/outputs';
import { withFile } from '../run/upload';

export const attachment: Resource = {
	name: 'Attachment',
	value: 'attachment',
	description: 'Files that came or go with a message',
	operations: [
		{
			name: 'Download',
			value: 'download',
			action: 'Download attachment',
			description: 'Get an attachment as a file',
			operationId: 'downloadAttachment',
			fields: [attachmentId],
			options: [downloadPath],
			request: (input, baseUrl) => ({ method: 'GET', path: pathFrom(input, downloadPath, baseUrl), download: true }),
			output: outputOf({ fields: { id: 'string' } }, async (call) => {
				const [file] = await binary(call);
				return [{ ...file, json: { id: call.input.attachmentId as string } }];
			}),
		},
	],
};

/** Of Message, which has the other steps of a reply. */
export const attachFile: Operation = {
	name: 'Attach File',
	value: 'attachFile',
	action: 'Attach file to draft',
	description: 'Put a file into a saved draft, which Reply then sends. Outputs the draft_id for Reply.',
	operationId: 'uploadAttachment',
	undo: 'the customer gets nothing until Reply sends the draft, and Delete Draft takes it away',
	fields: [conversationId, draftToFill, binaryPropertyName],
	options: [fileFormat, fileField, draftField, uploadPath, additionalBody],
	request: uploadRequest,
	output: outputOf({ fields: { id: 'string', draft_id: 'string', attachment_id: 'string', message: 'string' } }, attached),
};

/** The fields beside the file. A draft that stands in the path is not named in the body again. */
function uploadRequest(input: Input, baseUrl: string): ApiRequest {
	const isInPath = namesInPath({ path: nameFrom(input, uploadPath) }).includes('draftId');
	const body = {
		...(input.additionalBody as IDataObject | undefined),
		...(!isInPath && { [nameFrom(input, draftField)]: input.draftId as string }),
	};
	return { method: 'POST', path: pathFrom(input, uploadPath, baseUrl), body };
}

async function attached({ send, request, input, readFile }: Call): Promise<INodeExecutionData[]> {
	const file = await readFile(input.binaryPropertyName as string);
	const { body } = await send(await withFile(request, file, input));
	const record = unwrap(body);
	const attachmentId = isObject(record) && record.id !== undefined ? { attachment_id: record.id } : {};
	const { conversationId, draftId } = input as Record<string, string>;
	return [{ json: { id: conversationId, draft_id: draftId, ...attachmentId, message: messageOf(body) } }];
}
