import { readFileSync } from 'node:fs';

import ts from 'typescript';

import { Ledger } from '../../../nodes/Helpdesk/run/ledger';
import { textForModel } from '../../../nodes/Helpdesk/run/tool/failure';
import { InputError } from '../../../transport';
import { FAILURE_KINDS, STATUSES } from '../../../transport/outcomes';
import { operationAt } from '../../support/operations';
import { helpdeskNode } from '../../support/runNode';
import { sourceFiles } from '../../support/sourceFiles';

/** Steps that only a person in the editor can take. */
const FOR_PEOPLE = /From List|expression|previous node|\bchoose\b|switch off/i;

/** Returns a text of the code, with "it" for each inserted value. */
function textOf(node: ts.Node | undefined): string | undefined {
	if (!node) return undefined;
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node))
		return node.head.text + node.templateSpans.map(({ literal }) => `it${literal.text}`).join('');
	if (ts.isBinaryExpression(node)) return (textOf(node.left) ?? 'It') + (textOf(node.right) ?? 'it');
	return undefined;
}

/** Message and advice of each `InputError` in the source code. */
const errors = sourceFiles(['nodes/Helpdesk', 'nodes/shared', 'transport']).flatMap((path) => {
	const found: Array<[message: string, advice: string]> = [];
	const visit = (node: ts.Node) => {
		if (ts.isNewExpression(node) && node.expression.getText() === 'InputError') {
			const [message, advice] = node.arguments!;
			found.push([textOf(message) ?? 'Something is wrong', textOf(advice) ?? '']);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true));
	return found;
});

const tool = {
	...helpdeskNode({
		conversationId: { __rl: true, mode: 'id', value: "={{ $fromAI('conversation', '', 'string') }}" },
		message: "={{ $fromAI('text', '', 'string') }}",
	}),
	type: 'n8n-nodes-helpdesk.helpdeskTool',
};
const told = (message: string, description: string, error: unknown = new InputError(message, description)) =>
	textForModel(
		{ message, description, mayHaveBeenApplied: false },
		error,
		{ operation: operationAt('message.reply'), ledger: new Ledger() },
		tool,
	).message;

test('every error tells a model what is wrong and what to do next, without steps for people', () => {
	expect(errors.length).toBeGreaterThan(75);
	const outcomes = [...Object.values(FAILURE_KINDS), ...Object.values(STATUSES)];
	for (const { why, todo } of outcomes) expect(told(`Could not reply: ${why}`, todo)).not.toMatch(FOR_PEOPLE);
	for (const [message, advice] of errors) {
		const text = told(message, advice);
		const named = message.replaceAll("'Conversation'", "'conversation'").replaceAll("'Message'", "'text'");
		expect([message, text.includes(named.split('. ')[0]!.slice(0, 30))]).toEqual([message, true]);
		expect(text).not.toMatch(FOR_PEOPLE);
		expect(text).toMatch(/call it again|Call the tool again|Call it again/);
	}
});

test('an error uses the argument names of the tool, and says which values they take', () => {
	expect(told("'Conversation' is empty", 'Enter it, or check what its expression gives.')).toBe(
		"'conversation' is empty. Nothing was changed. Call the tool again with another value. " +
			"Conversation: 'id' of a conversation list or search, not the ticket number.",
	);
	expect(told("'Message Format' is empty", 'Choose one.')).toBe(
		"'Message Format' is empty. Nothing was changed. A person has set up this tool so: do not call it again, tell them.",
	);
	expect(told('No tag of the inbox is named "nope"', 'It has billing.')).toBe(
		'No tag of the inbox is named "nope". It has billing. Nothing was changed. Call the tool again with other values of conversation, text.',
	);
	expect(told("'Only If Unchanged Since' is empty", 'Enter it.')).not.toContain('or leave it empty');
	expect(told('The Helpdesk credential is for reading only', 'Choose another.')).toContain('do not call it again');
});
