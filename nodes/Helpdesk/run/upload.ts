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

export async function withFile({ body, ...request }: ApiRequest, file: InputFile, input: Input): Promise<ApiRequest> {
	const fields = (body ?? {}) as IDataObject;
	const field = nameFrom(input, fileField);
	if (input.fileFormat === 'form') return { ...request, encoded: await form(fields, field, file) };
	const { bytes, name, type } = file;
	const about = { [nameFrom(input, fileNameField)]: name, [nameFrom(input, fileTypeField)]: type };
	return { ...request, body: { ...about, ...fields, [field]: bytes.toString('base64') } };
}

async function form(fields: IDataObject, fileName: string, file: InputFile): Promise<ApiRequest['encoded']> {
	const { bytes, name, type } = file;
	const data = new FormData();
	for (const [field, value] of Object.entries(fields))
		data.append(field, typeof value === 'string' ? value : JSON.stringify(value));
	data.append(fileName, new Blob([bytes], { type }), name);
	const encoded = new Response(data);
	return {
		bytes: Buffer.from(await encoded.arrayBuffer()),
		type: encoded.headers.get('content-type')!,
		fields: { ...fields, [fileName]: { name, type, bytes: bytes.length } },
	};
}
