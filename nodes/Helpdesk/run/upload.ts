import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InputError, type ApiRequest } from '../../../transport';
import type { Field, Input } from '../../shared/field';
import { quoted } from '../../shared/names';
import { fileField, fileNameField, fileTypeField, nameFrom, binaryPropertyName } from '../fields';
import type { Call, InputFile } from '../operation';

/** @param by the field in which the user named it */
export async function inputFile(
	context: Call['context'],
	named: string,
	by: Field = binaryPropertyName,
): Promise<InputFile> {
	const { helpers } = context;
	const { binary = {} } = context.getInputData();
	const label = quoted(by.property.displayName);
	const found = binary[named];
	if (!found)
		throw new InputError(
			`This item has no file ${by === binaryPropertyName ? '' : `${quoted(named)} `}in ${label}`,
			`Enter its name in the output of the step before, under Binary: ` +
				`${Object.keys(binary).join(', ') || 'there is none'}.`,
		);
	const bytes = await helpers.getBinaryDataBuffer(named);
	return { bytes, name: found.fileName || 'file', type: found.mimeType || 'application/octet-stream' };
}

export async function storedFile(
	{ helpers }: Call['context'],
	...file: [bytes: Buffer, fileName?: string, mimeType?: string]
): Promise<INodeExecutionData['binary']> {
	return { data: await helpers.prepareBinaryData(...file) };
}

/** Adds the file in Base64, because requests are JSON (contract, Wire format). */
export function withFile({ body, ...request }: ApiRequest, { bytes, name, type }: InputFile, input: Input): ApiRequest {
	const about = { [nameFrom(input, fileNameField)]: name, [nameFrom(input, fileTypeField)]: type };
	const content = { [nameFrom(input, fileField)]: bytes.toString('base64') };
	return { ...request, body: { ...about, ...(body as IDataObject | undefined), ...content } };
}
