import { idText, relativePath } from '../../../transport';
import { filledPath } from '../../shared/endpoint';
import type { Field, Input } from '../../shared/field';
import { ADVANCED, quoted } from '../../shared/names';
import { choice, text } from '../../shared/fields/readers';
import { nameFrom } from './fieldNames';
import { draftId } from './message';

export const binaryPropertyName: Field = {
	property: {
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the input binary field that holds the file to send',
		description: 'The name under which the item has the file. It stands above it in the output of the step before, under Binary.',
	},
	read: text,
	sent: false,
};

export const fileFormat: Field = {
	property: {
		displayName: 'Send File As',
		name: 'fileFormat',
		type: 'options',
		options: [
			{ name: 'Form', value: 'form', description: 'A form with the file and the other fields (multipart/form-data)' },
			{ name: 'Base64', value: 'base64', description: 'A JSON object with the file in base64 and the other fields' },
			{ name: 'Raw', value: 'raw', description: 'The bytes of the file alone' },
		],
		default: 'form',
		description: 'In which form the file is sent. The API documentation does not show how the helpdesk takes files.',
	},
	read: choice('form', 'base64', 'raw'),
	sent: false,
};

export const attachmentId: Field = {
	property: {
		displayName: 'Attachment ID',
		name: 'attachmentId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. a1',
		description:
			'The ID of the attachment. Where a message shows its own is not in the API documentation: look in what Get Many of Message outputs.',
	},
	read: (value, { label }) => idText(value, label),
};

/** The draft that takes a file. */
export const draftToFill: Field = {
	...draftId,
	property: { ...draftId.property, required: true, description: 'The draft to put the file into, as Save Draft outputs it' },
	read: (value, { label }) => idText(value, label),
};

export const downloadPath = pathField('downloadPath', '/attachments/{attachment_id}');
export const uploadPath = pathField('uploadPath', '/attachments');

function pathField(name: string, usual: string): Field {
	return {
		property: {
			displayName: `${ADVANCED}Path`,
			name,
			type: 'string',
			default: usual,
			description:
				'What follows the base URL of the credential; names of fields between braces are filled in. The API documentation does not show it: change it if your helpdesk expects another.',
		},
		read: text,
		sent: false,
	};
}

/** The path that the user gave, or the usual one, with its names filled in. Throws InputError for what is no such path. */
export function pathFrom(input: Input, field: Field, baseUrl: string): string {
	const path = filledPath(nameFrom(input, field), input, (name) => quoted(NAMES[name] ?? name));
	return relativePath(path, baseUrl);
}

/** What can stand in such a path, as the editor calls it. */
const NAMES: Record<string, string> = { attachmentId: 'Attachment ID', conversationId: 'Conversation', draftId: 'Draft ID' };
