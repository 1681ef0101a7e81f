import type { IDataObject } from 'n8n-workflow';

import { fileRequest, type ApiRequest } from '../../../transport';
import { relativePath } from '../../shared/path';
import { filledPath, namesInPath } from '../../shared/endpoint';
import type { Field, Input } from '../../shared/field';
import { ADVANCED, quoted } from '../../shared/names';
import { like, text } from '../../shared/fields';
import { file, id, isWebAddress } from '../../shared/values';
import { draftField, nameFrom } from './fieldNames';
import { draftId } from './message';

export const binaryPropertyName = text(
	'binaryPropertyName',
	'The name of the file in the output of the step before, under Binary',
	{
		displayName: 'Input Binary Field',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input binary field that holds the file to send',
	},
);

export const attachmentId = text(
	'attachmentId',
	"The ID or the web address of the attachment, both under 'attachments' of Get Many of Message and of Get Context",
	{
		required: true,
		placeholder: 'e.g. a1, or https://…',
		kind: file,
	},
);

export const draftToFill = like(draftId, {
	required: true,
	description: 'The draft to put the file into, as Save Draft outputs it',
	kind: id,
});

const pathField = (name: string, usual: string): Field =>
	text(name, 'What follows the base URL of the credential, with names of fields between braces', {
		displayName: `${ADVANCED}Path`,
		default: usual,
	});

export const downloadPath = pathField('downloadPath', '/attachments/{attachment_id}');
export const uploadPath = pathField('uploadPath', '/attachments');

export function downloadRequest(input: Input, baseUrl: string): ApiRequest {
	const { attachmentId: at } = input;
	return isWebAddress(at)
		? fileRequest(at, baseUrl)
		: { method: 'GET', path: pathFrom(input, downloadPath, baseUrl), download: true };
}

/** The draft's ID is in the path, or else in the body. */
export function uploadRequest(input: Input, baseUrl: string, more?: unknown): ApiRequest {
	const isInPath = namesInPath({ path: nameFrom(input, uploadPath) }).includes('draftId');
	const draft = isInPath ? {} : { [nameFrom(input, draftField)]: input.draftId as string };
	return { method: 'POST', path: pathFrom(input, uploadPath, baseUrl), body: { ...(more as IDataObject), ...draft } };
}

function pathFrom(input: Input, field: Field, baseUrl: string): string {
	return relativePath(filledPath(nameFrom(input, field), input, quoted), baseUrl);
}
