import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { ApiError, InputError, PageError } from '../../../transport';
import { UnreadableState } from '../../../nodes/HelpdeskTrigger/core/state';
import { isTransientFailure, pollError, silenceError, UNATTENDED } from '../../../nodes/HelpdeskTrigger/run/failure';

const NODE = { name: 'Trigger', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } as INode;
const request = { method: 'POST', path: '/inboxes/i' } as const;
const answered = (status: number) => new ApiError(request, { kind: 'answer', answer: { status, headers: {}, body: {} } }, false, 1);
const unanswered = (ending: 'notReached' | 'timedOut') => new ApiError(request, { kind: 'noAnswer', ending, code: '' }, false, 1);

describe('a failed poll', () => {
	it('is told by what was looked for, and in which inbox', () => {
		expect(pollError(answered(500), NODE).message).toMatch(/^Could not look for news: /);
		expect(pollError(answered(500), NODE, 'Look for new contacts').message).toMatch(/^Could not look for new contacts: /);
		expect(pollError(answered(500), NODE, 'Look for news', 'i').message).toMatch(/^Could not look for news in inbox i: /);
	});

	it.each([403, 404])('says of an inbox that answers %i to take it out, and of the helpdesk itself not', (status) => {
		expect((pollError(answered(status), NODE, 'Look', 'i') as NodeApiError).description).toContain("take it out of 'Inboxes'");
		expect((pollError(answered(status), NODE, 'Look') as NodeApiError).description).not.toContain("take it out of 'Inboxes'");
	});

	it('is an error of the API where the helpdesk answered, with its status', () => {
		const error = pollError(answered(503), NODE) as NodeApiError;
		expect(error).toBeInstanceOf(NodeApiError);
		expect([error.httpCode, pollError(new PageError('half a page'), NODE)]).toEqual(['503', expect.any(NodeApiError)]);
	});

	it('is one of the node where the user has to change something, and of whatever else', () => {
		const wrong = pollError(new InputError("'It' is wrong", 'Change it.'), NODE) as NodeOperationError;
		expect(wrong).toBeInstanceOf(NodeOperationError);
		expect([wrong.message, wrong.description]).toEqual(["'It' is wrong", 'Change it.']);
		const other = new Error('Something else');
		const told = pollError(other, NODE);
		expect([told.message, told instanceof NodeOperationError]).toEqual(['Something else', true]);
		expect(told.cause).toBe(other);
		expect(pollError(new UnreadableState(), NODE)).toMatchObject({ description: new UnreadableState().description });
	});

	it('without any answer is told in the words of the task', () => {
		const { message, description } = silenceError(NODE, 'Look for Spam') as NodeOperationError;
		expect(message).toBe('Could not look for Spam: the helpdesk did not let n8n look');
		expect(description).toContain('Nothing is lost');
	});

	it.each([
		['a limit', answered(429), true, true],
		['a 500', answered(500), true, true],
		['a 503', answered(503), true, true],
		['a 499', answered(499), false, false],
		['a 401', answered(401), false, false],
		['a host that cannot be reached', unanswered('notReached'), false, true],
		['no answer in time', unanswered('timedOut'), true, true],
		['a page of another form', new PageError('half a page'), false, false],
		['an error of its own', new Error('other'), false, false],
	])('after %s passes at a start by hand, and at one of n8n itself', (_, error, byHand, byN8n) => {
		expect(isTransientFailure(error, 'activate')).toBe(byHand);
		expect(['init', 'leadershipChange'].map((mode) => isTransientFailure(error, mode as 'init'))).toEqual([byN8n, byN8n]);
		expect(UNATTENDED).toEqual(['init', 'leadershipChange']);
	});
});
