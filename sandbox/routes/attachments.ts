import { FileAnswer, single, type Handlers } from '../call';
import { selectedInvalid } from '../changes';
import { invalid } from '../errors';
import type { AttachmentRecord } from '../records';
import { attachmentView } from '../views';

/** What stands in the field of the file: what a form has there, or base64 alone. */
type Sent = string | Omit<AttachmentRecord, 'id'> | undefined;

export const attachmentHandlers: Handlers = {
	downloadAttachment: ({ attachment }) => new FileAnswer(attachment),

	uploadAttachment: (call) => {
		const { uploadFile, uploadDraft } = call.settings.fieldNames;
		const sent = call.body[uploadFile] as Sent;
		if (!sent) throw invalid({ [uploadFile]: [`The ${uploadFile} field is required.`] });
		const { store, user, organizationId } = call;
		const mine = [...store.conversations.values()].map(({ drafts }) => drafts[user.id]);
		const draft = mine.find((each) => each?.id === call.body[uploadDraft]);
		if (!draft) throw selectedInvalid(uploadDraft);
		const file = typeof sent === 'string' ? { name: 'file', type: 'application/octet-stream', bytes: sent } : sent;
		const record = { id: store.id('attachment'), ...file };
		store.attachments.set(record.id, { organizationId, record });
		draft.attachments = [...(draft.attachments ?? []), record];
		store.version += 1;
		return single(call, attachmentView(record));
	},
};
