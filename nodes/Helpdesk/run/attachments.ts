import { IDataObject } from 'n8n-workflow';

import { ApiError, InputError, isReading, ApiRequest, Send, Task, draftIdIn, recordIn } from '../../../transport';
import { errorText, endpointOf, requestTo, quoted } from '../../shared';
import { attachments, draftField, messageField, nameFrom, replaceDraft } from '../fields';
import { htmlMessage } from './text/htmlMessage';
import { serially } from './serially';
import { Item, SendingItem } from './item';

const SAVE: Task = { action: 'Save draft of reply', ...endpointOf({ operationId: 'saveDraft' }) };

const UPLOAD: Task = {
	action: 'Attach file to draft',
	...endpointOf({ operationId: 'uploadAttachment' }),
	instead: 'Reply with a link to the file in its text',
};

/** Puts files into the conversation's only draft (contract, Draft). All attempts use the same draft. */
export async function attached(item: SendingItem, request: ApiRequest, next: Send) {
	const { attachments: names, conversationId } = item.input;
	if (names === undefined || isReading(request)) return await next(request);
	return await serially(`draft ${item.credential.origin} ${conversationId as string}`, () =>
		sendAttached(item, request, next),
	);
}

async function sendAttached(item: SendingItem, request: ApiRequest, next: Send) {
	const { input, context, ledger } = item;
	const files = new Map<string, IDataObject>();
	for (const name of input.attachments as string[]) files.set(name, await inputFile(context, name));
	if (!ledger.steps.has('draft') && input.draftId === undefined && !input.replaceDraft) await refuseDraft(item);
	if (input.dryRun) return await next(request);
	const draftId = await filledDraft(item, request, files);
	const body: IDataObject = { ...(request.body as IDataObject), [nameFrom(input, draftField)]: draftId };
	if (input.draftId === undefined) delete body[nameFrom(input, messageField)];
	return await next({ ...request, body });
}

/** Returns the fields of an upload. The file is in Base64, because requests are JSON (contract, Wire format). */
async function inputFile(context: Item['context'], named: string): Promise<IDataObject> {
	const { binary = {} } = context.getInputData();
	const found = binary[named];
	if (!found)
		throw new InputError(
			`This item has no file ${quoted(named)} in ${quoted(attachments.property.displayName)}`,
			`Enter its name in the output of the previous node, under Binary: ` +
				`${Object.keys(binary).join(', ') || 'there is none'}.`,
		);
	const file = (await context.helpers.getBinaryDataBuffer(named)).toString('base64');
	return { name: found.fileName || 'file', type: found.mimeType || 'application/octet-stream', file };
}

/** A second draft would replace the user's (contract, Draft). */
async function refuseDraft({ input, sends }: SendingItem) {
	const { body } = await sends.unrecorded(requestTo('getConversation', input));
	const { is_draft: isDraft } = recordIn(body);
	if (isDraft === false) return;
	throw new InputError(
		isDraft ? 'The conversation has a draft already' : 'The helpdesk does not show whether there is a draft',
		`Nothing was sent. Send or delete that draft, or replace it by the option ` +
			`${quoted(replaceDraft.property.displayName)}.`,
	);
}

async function filledDraft(
	{ input, sends, ledger }: SendingItem,
	{ body }: ApiRequest,
	files: Map<string, IDataObject>,
) {
	const step = (name: string, task: Task, take: () => Promise<unknown>) => {
		const taken = ledger.steps.get(name) ?? take();
		ledger.steps.set(name, taken);
		return taken.catch((error: unknown) => {
			if (!(error instanceof ApiError && error.mayHaveBeenApplied)) ledger.steps.delete(name);
			if (!(error instanceof ApiError)) throw error;
			const { message, description } = errorText(error, task);
			throw new InputError(message, description);
		});
	};
	const save = async () => {
		const { cc } = body as IDataObject;
		const draft = { message: htmlMessage(input), ...(cc !== undefined && { cc }) };
		return draftIdIn((await sends.unrecorded({ ...requestTo('saveDraft', input), body: draft })).body);
	};
	const draftId = (input.draftId ?? (await step('draft', SAVE, save))) as string;
	for (const [name, file] of files) {
		const request = { ...requestTo('uploadAttachment'), body: { ...file, draft_id: draftId } };
		await step(`file ${name}`, UPLOAD, () => sends.unrecorded(request));
	}
	return draftId;
}
