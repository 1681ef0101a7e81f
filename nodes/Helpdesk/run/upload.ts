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
	// People also type the name of the file.
	const binaryField = binary[named]
		? named
		: (Object.keys(binary).find((key) => binary[key]!.fileName === named) ?? named);
	const label = quoted(by.property.displayName);
	const found = await (async () => helpers.assertBinaryData(binaryField))().catch(() => {
		throw new InputError(
			`This item has no file ${by === binaryPropertyName ? '' : `${quoted(binaryField)} `}in ${label}`,
			`Enter its name in the output of the step before, under Binary: ` +
				`${Object.keys(binary).join(', ') || 'there is none'}.`,
		);
	});
	const bytes = await helpers.getBinaryDataBuffer(binaryField).catch(() => {
		throw new InputError(
			`The file in ${label} could not be read`,
			'n8n has lost its content: run the step that outputs the file again.',
		);
	});
	return { bytes, name: found.fileName || 'file', type: found.mimeType || 'application/octet-stream' };
}

/** Stores a file. In memory, n8n keeps it as a string, which has a maximum length. */
export async function storedFile(
	{ helpers }: Call['context'],
	...file: [bytes: Buffer, fileName?: string, mimeType?: string]
): Promise<INodeExecutionData['binary']> {
	const data = await helpers.prepareBinaryData(...file).catch((error: Error & { code?: string }) => {
		if (error.code !== 'ERR_STRING_TOO_LONG') throw error;
		throw new InputError(
			'The file is too large for n8n to keep in memory',
			'Ask the operator of n8n to store files on disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem).',
		);
	});
	return { data };
}

export async function withFile({ body, ...request }: ApiRequest, file: InputFile, input: Input): Promise<ApiRequest> {
	const fields = (body ?? {}) as IDataObject;
	const field = nameFrom(input, fileField);
	if (input.fileFormat === 'form') return { ...request, encoded: await form(fields, field, file) };
	const { bytes, name, type } = file;
	const about = { [nameFrom(input, fileNameField)]: name, [nameFrom(input, fileTypeField)]: type };
	return { ...request, body: { ...about, ...fields, [field]: bytes.toString('base64') } };
}

async function form(
	fields: IDataObject,
	fileName: string,
	{ bytes, name, type }: InputFile,
): Promise<ApiRequest['encoded']> {
	const data = new FormData();
	for (const [field, value] of Object.entries(fields)) data.append(field, formText(value));
	data.append(fileName, new Blob([bytes], { type }), name);
	const encoded = new Response(data);
	return {
		bytes: Buffer.from(await encoded.arrayBuffer()),
		type: encoded.headers.get('content-type')!,
		fields: { ...fields, [fileName]: { name, type, bytes: bytes.length } },
	};
}

function formText(value: unknown): string {
	if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
	throw new InputError(
		'A form takes texts, numbers, true and false beside its file',
		'Enter each entry of a list as its own field, such as {"tags[0]": "t1"}, or choose JSON for \'Send File As\'.',
	);
}
