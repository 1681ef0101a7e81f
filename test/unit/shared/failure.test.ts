import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { failedItem, failureText, nodeError } from '../../../nodes/shared/failure';
import { ApiError, InputError, PageError } from '../../../transport';

const NODE = { name: 'N', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } as INode;
const task = { action: 'Get contact' };
const applied = <E extends Error>(error: E) => Object.assign(error, { mayHaveBeenApplied: true });
const refused = new ApiError({ method: 'GET', path: '/x' }, { kind: 'answer', answer: { status: 404, headers: {}, body: {} } }, false, 1);

it.each<[string, unknown, string, string, boolean]>([
	['an entry', new InputError("'It' is wrong", 'Change it.'), "'It' is wrong", 'Change it.', false],
	[
		'an entry of which an earlier try was sent',
		applied(new InputError("'It' is wrong", 'Change it.')),
		"'It' is wrong. It may have been applied; not sent again",
		'Change it. Look in the helpdesk whether it happened before you do it again.',
		true,
	],
	['an error without words', {}, 'Something unexpected happened', '', false],
	['an error of n8n', new Error('Stopped'), 'Stopped', '', false],
	[
		'a page of another form',
		new PageError('half a page'),
		'Could not get contact: the helpdesk answered in an unexpected form',
		"half a page. Nothing was output, so that no record is lost unnoticed. Use API Request with 'Page Mode' set to None to see the answer.",
		false,
	],
	[
		'a page of another form after a write',
		applied(new PageError('half a page')),
		'Could not get contact: the helpdesk answered in an unexpected form. It may have been applied; not sent again',
		"half a page. Nothing was output, so that no record is lost unnoticed. Look in the helpdesk whether it happened before you do it again. Use API Request with 'Page Mode' set to None to see the answer.",
		true,
	],
])('%s is told', (_, error, message, description, mayHaveBeenApplied) => {
	expect(failureText(error, task)).toEqual({ message, description, mayHaveBeenApplied });
});

it('a refusal is told in the words of the task', () => {
	expect(failureText(refused, task)).toMatchObject({ message: 'Could not get contact: not found', statusCode: 404 });
});

it('the error that stops the node is of its kind, and linked to its item', () => {
	const text = { message: 'What', description: 'Why', mayHaveBeenApplied: false };
	const api = nodeError(refused, { ...text, statusCode: 404 }, NODE, 3) as NodeApiError;
	expect([api instanceof NodeApiError, api.message, api.description, api.httpCode, api.context.itemIndex]).toEqual([true, 'What', 'Why', '404', 3]);
	const page = nodeError(new PageError('x'), text, NODE, 3) as NodeApiError;
	expect([page instanceof NodeApiError, page.message, page.httpCode]).toEqual([true, 'What', null]);
	const entry = nodeError(new InputError('x', 'y'), text, NODE, 3) as NodeOperationError;
	expect([entry instanceof NodeOperationError, entry.message, entry.description, entry.context.itemIndex]).toEqual([true, 'What', 'Why', 3]);
	const other = new Error('x');
	const told = nodeError(other, text, NODE, 3) as NodeOperationError;
	expect([told instanceof NodeOperationError, told.message, told.cause, told.context.itemIndex]).toEqual([true, 'x', other, 3]);
});

it('a failed item has every detail, and a hidden error for the error output alone', () => {
	const text = { message: 'What', description: 'Why', mayHaveBeenApplied: true };
	const none = { statusCode: null, requestId: null, code: null };
	const item = failedItem(text, { ...NODE, onError: 'continueRegularOutput' }, 2);
	const json = { error: 'What', details: { description: 'Why', mayHaveBeenApplied: true, ...none } };
	expect(item).toEqual({ json, pairedItem: { item: 2 } });
	expect(item.error).toBeUndefined();
	const known = { statusCode: 404, requestId: 'r1', code: 'gone' };
	const onError = failedItem({ ...text, ...known }, { ...NODE, onError: 'continueErrorOutput' }, 2);
	expect(onError.json.details).toEqual({ description: 'Why', mayHaveBeenApplied: true, ...known });
	expect(Object.keys(onError)).toEqual(['json', 'pairedItem']);
	const hidden = onError.error as NodeOperationError;
	expect([hidden instanceof NodeOperationError, hidden.message, hidden.description, hidden.context.itemIndex]).toEqual([true, 'What', 'Why', 2]);
});
