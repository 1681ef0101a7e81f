import { NodeApiError, NodeOperationError, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { ApiError, InputError, PageError, Task } from '../../transport';
import { couldNot, errorText, LOOK_FIRST, ErrorText } from './errorText';

export type WhoGotIt = (failure: Pick<ErrorText, 'mayHaveBeenApplied' | 'statusCode'>) => string;

export function failureText(error: unknown, task: Task & { whoGotIt?: WhoGotIt }) {
	const text = whatFailed(error, task);
	return task.whoGotIt ? { ...text, message: `${task.whoGotIt(text)} ${text.message}` } : text;
}

function whatFailed(error: unknown, task: Task): ErrorText {
	if (error instanceof ApiError) return errorText(error, task);
	const {
		message = 'Something unexpected happened',
		description = '',
		mayHaveBeenApplied = false,
	} = error as Partial<InputError>;
	const [outcome, look] = mayHaveBeenApplied
		? ['. It may have been applied; not sent again', ` ${LOOK_FIRST}`]
		: ['', ''];
	if (error instanceof PageError)
		return {
			message: `${couldNot(task.action)}: the helpdesk responded in an unexpected form${outcome}`,
			description: `${message}. Nothing was output.${look} See the response with API Request.`,
			mayHaveBeenApplied,
		};
	return { message: message + outcome, description: description + look, mayHaveBeenApplied };
}

export function nodeError(error: unknown, text: ErrorText, node: INode, itemIndex?: number) {
	const { message, statusCode } = text;
	// n8n shows descriptions as HTML, which would hide addresses in angle brackets.
	const description = text.description.replaceAll('<', '‹').replaceAll('>', '›');
	if (error instanceof ApiError || error instanceof PageError)
		return new NodeApiError(node, {}, { message, description, httpCode: statusCode?.toString(), itemIndex });
	if (error instanceof InputError) return new NodeOperationError(node, message, { description, itemIndex });
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** n8n moves an item to the error output if it has only `error` and `details`, or a non-enumerable `error`. */
export function failedItem(text: ErrorText, node: INode, itemIndex: number, receipt?: IDataObject, more?: IDataObject) {
	const { message, description, statusCode = null, mayHaveBeenApplied, requestId = null, code = null } = text;
	const item: INodeExecutionData = {
		json: {
			error: message,
			details: { description, statusCode, mayHaveBeenApplied, requestId, code, ...(receipt && { receipt }) },
			...more,
		},
		pairedItem: { item: itemIndex },
	};
	if (node.onError === 'continueErrorOutput') {
		const value = new NodeOperationError(node, message, { description, itemIndex });
		Object.defineProperty(item, 'error', { value, enumerable: false });
	}
	return item;
}
