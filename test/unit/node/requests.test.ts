import { fieldNames } from '../../../nodes/Helpdesk/run/buildRequest';
import { taskOf } from '../../../nodes/Helpdesk/run/task';
import { textForAgent } from '../../../nodes/Helpdesk/run/tool';
import type { Input } from '../../../nodes/shared/field';
import { operationAt } from '../../support/operations';

test.each<[string, string, string | undefined]>([
	['filters.groups', 'conditions', "'Conditions'"],
	['filters.groups.0.values', 'conditions', "'Conditions', entry 1, 'Values'"],
	['filters.groups.11.comparison', 'conditions', "'Conditions', entry 12, 'Comparison'"],
	['filters.groups.0.values', 'json', undefined],
	['my.filters.groups', 'conditions', undefined],
	['filters.groups.0.values.0', 'conditions', undefined],
	['filters.groups.x.values', 'conditions', undefined],
])("the API's filter path %s names with %s the field %s", (apiName, filterMode, expected) => {
	expect(fieldNames(operationAt('conversation.getMany'), { filterMode })(apiName)).toBe(expected);
});

const TICKET = (number: string) => `Asked for: 'Conversation' ${number}. If ${number} is a ticket number, it is not the ID: From List finds it.`;

test.each<[string, Input | undefined, string | undefined]>([
	['conversation.get', { conversationId: 'c-1.2:3_x' }, "Asked for: 'Conversation' c-1.2:3_x."],
	['conversation.get', { conversationId: '2242' }, TICKET('2242')],
	['conversation.get', { conversationId: '7' }, TICKET('7')],
	['conversation.get', { conversationId: 'c7' }, "Asked for: 'Conversation' c7."],
	['conversation.get', { conversationId: '7c' }, "Asked for: 'Conversation' 7c."],
	['conversation.get', { conversationId: 'x'.repeat(64) }, `Asked for: 'Conversation' ${'x'.repeat(64)}.`],
	['conversation.get', { conversationId: 'x'.repeat(65) }, undefined],
	['conversation.get', { conversationId: 'a secret' }, undefined],
	['conversation.get', { conversationId: '@a' }, undefined],
	['conversation.get', { conversationId: 'a@' }, undefined],
	['conversation.get', {}, undefined],
	['conversation.get', undefined, undefined],
	['apiRequest.send', { conversationId: '7' }, undefined],
	['contact.get', { contactId: 'x', conversationId: '7' }, "Asked for: 'Contact' x."],
	['scheduledReply.cancel', { conversationId: 'c1', messageId: 'm1' }, "Asked for: 'Conversation' c1, 'Scheduled Reply' m1."],
	['scheduledReply.cancel', { conversationId: '7 x', messageId: 'm1' }, "Asked for: 'Scheduled Reply' m1."],
])('a 404 of %s with %j names the requested ID', (key, input, expected) => {
	expect(taskOf(operationAt(key), input).askedFor).toBe(expected);
});

test.each<[string, string, string]>([
	['Not sent', 'Try again.', 'Not sent. Try again.'],
	['Not sent.', 'Try again.', 'Not sent. Try again.'],
	['Sent?', 'Try again.', 'Sent? Try again.'],
	['Stop!', 'Try again.', 'Stop! Try again.'],
	['Not sent', '', 'Not sent.'],
	['Not sent', 'It broke (ECONNRESET)', 'Not sent. It broke'],
	['Not sent', 'It broke(ERR_2)', 'Not sent. It broke'],
	['Not sent', 'It broke (EPIPE) again', 'Not sent. It broke (EPIPE) again'],
	['Not sent', 'It broke (Ab)', 'Not sent. It broke (Ab)'],
	['Not sent', 'It broke (AB or c)', 'Not sent. It broke (AB or c)'],
	['Not sent', 'It broke (4A)', 'Not sent. It broke (4A)'],
	['Not sent', 'It broke (A)', 'Not sent. It broke (A)'],
])('an AI agent reads "%s" and "%s" as: %s', (message, description, expected) => {
	const text = { message, description, details: {} } as never;
	expect(textForAgent(text, { type: 'n8n-nodes-helpdesk.helpdeskTool' }).message).toBe(expected);
	expect(textForAgent(text, { type: 'n8n-nodes-helpdesk.helpdesk' })).toBe(text);
	expect(textForAgent(text, { type: 'n8n-nodes-helpdeskTool.other' })).toBe(text);
});
