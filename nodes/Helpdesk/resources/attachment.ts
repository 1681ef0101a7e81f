import { downloadPath, downloadRequest } from '../fields';
import type { Resource } from '../operation';
import { binary, outputOf } from '../run/outputs';
import { operationsOf } from './operations';

export const attachment: Resource = {
	name: 'Attachment',
	value: 'attachment',
	description: "The files of messages. To send one, use 'Attachments' of Reply.",
	operations: operationsOf({
		download: {
			action: 'Download attachment',
			operationId: 'downloadAttachment',
			options: [downloadPath],
			request: downloadRequest,
			output: outputOf({ fields: { id: 'string' } }, async (call) => {
				const [file] = await binary(call);
				return [{ ...file, json: { id: call.input.attachmentId as string } }];
			}),
		},
	}),
};
