import { downloadPath, downloadRequest } from '../fields';
import { binary, outputOf } from '../run/outputs';
import { resourceOf } from './operations';

export const attachment = resourceOf('attachment', "The files of messages. To send one, use 'Attachments' of Reply.", {
	download: {
		operationId: 'downloadAttachment',
		options: [downloadPath],
		request: downloadRequest,
		output: outputOf({ fields: { id: 'string' } }, async (call) => {
			const [file] = await binary(call);
			return [{ ...file, json: { id: call.input.attachmentId as string } }];
		}),
	},
});
