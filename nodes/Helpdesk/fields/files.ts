import { fileRequest, ApiRequest } from '../../../transport';
import { relativePath, filledPath, Input, ADVANCED, quoted, text, file, isWebAddress } from '../../shared';
import { nameFrom } from './fieldNames';

export const attachmentId = text(
	'attachmentId',
	"The ID or web address in 'attachments' of Message → Get Many or Get Context. Split Out lists first",
	{
		required: true,
		placeholder: 'e.g. a1, or https://…',
		kind: file,
	},
);

export const downloadPath = text(
	'downloadPath',
	'The path after the base URL of the credential, with field names in braces, such as {attachment_id}',
	{ displayName: `${ADVANCED}Path`, default: '/attachments/{attachment_id}' },
);

export function downloadRequest(input: Input, baseUrl: string): ApiRequest {
	const { attachmentId: at } = input;
	if (isWebAddress(at)) return fileRequest(at, baseUrl);
	const path = relativePath(filledPath(nameFrom(input, downloadPath), input, quoted), baseUrl);
	return { method: 'GET', path, download: true };
}
