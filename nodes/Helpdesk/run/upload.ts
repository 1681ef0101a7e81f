import type { INodeExecutionData } from 'n8n-workflow';

import { InputError, ApiRequest } from '../../../transport';
import { requestTo, quoted } from '../../shared';
import { attachments } from '../fields';
import type { Call, InputFile } from '../operation';

export async function inputFile(context: Call['context'], named: string): Promise<InputFile> {
	const { binary = {} } = context.getInputData();
	const found = binary[named];
	if (!found)
		throw new InputError(
			`This item has no file ${quoted(named)} in ${quoted(attachments.property.displayName)}`,
			`Enter its name in the output of the previous node, under Binary: ` +
				`${Object.keys(binary).join(', ') || 'there is none'}.`,
		);
	const bytes = await context.helpers.getBinaryDataBuffer(named);
	return { bytes, name: found.fileName || 'file', type: found.mimeType || 'application/octet-stream' };
}

export async function storedFile(
	{ helpers }: Call['context'],
	...file: [bytes: Buffer, fileName?: string, mimeType?: string]
): Promise<INodeExecutionData['binary']> {
	return { data: await helpers.prepareBinaryData(...file) };
}

/** Puts a file into a draft, in Base64, because requests are JSON (contract, Wire format; POST /attachments). */
export function uploadRequest(draftId: unknown, { bytes, name, type }: InputFile): ApiRequest {
	return {
		...requestTo('uploadAttachment'),
		body: { name, type, file: bytes.toString('base64'), draft_id: draftId as string },
	};
}
