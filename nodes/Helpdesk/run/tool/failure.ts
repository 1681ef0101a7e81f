import type { INode } from 'n8n-workflow';

import { ApiError, InputError, LateError } from '../../../../transport';
import type { ErrorText } from '../../../shared/errorText';
import { meaning } from '../../description/toolDescription';
import { fieldsOf } from '../../../shared/field';
import type { Operation } from '../../operation';
import { argumentsOf, inArguments, isTool } from './arguments';

/** What only a person at the canvas can do, or see. */
const FOR_PEOPLE =
	/From List|By (ID|Name)\b|expression|previous node|\b(?:[Cc]hoose|[Ss]witch|[Dd]rag|dropdown|[Oo]ption|[Rr]emove|[Pp]anel|[Ee]ditor|[Cc]heck)\b|Ignore Empty|API Request|map\(\)/;

const SENTENCE = /(?<=[.!?]) +(?=[A-Z'"])/;

const AGAIN = 'Call the tool again with another value';
const SET_UP = 'A person has set up this tool so: do not call it again, tell them.';
const LOOK =
	'Do not repeat it. Read the conversation with its notes: if your text is there, it is done. If you cannot see that, ask a person.';

/**
 * Puts all text into the message, which is all that a model reads, with what the model can do next in place of advice
 * for a person. An error code would make n8n replace it by advice to retry.
 */
export function textForModel(text: ErrorText, error: unknown, operation: Operation, node: INode): ErrorText {
	if (!isTool(node)) return text;
	const said = `${text.message.replace(/[^.!?]$/, '$&.')} ${text.description.replace(/ ?\([A-Z][A-Z0-9_]+\)$/, '')}`;
	const { text: told, isFilled } = inArguments(said, operation, node);
	const kept = told
		.trim()
		.split(SENTENCE)
		.filter((sentence) => !FOR_PEOPLE.test(sentence));
	const message = [...kept, nextStep(text, error, isFilled, told, operation, node)].join(' ').trim();
	return { ...text, message, description: '' };
}

function nextStep(
	{ mayHaveBeenApplied, statusCode = 0 }: ErrorText,
	error: unknown,
	isFilled: boolean,
	told: string,
	operation: Operation,
	node: INode,
): string {
	if (mayHaveBeenApplied) return LOOK;
	if (error instanceof LateError) return '';
	if (error instanceof ApiError) {
		if (statusCode === 404) return 'Take IDs from the results of tools that list or search. Do not guess them.';
		if (statusCode === 0 || statusCode === 429 || statusCode >= 500) return 'Try again in a minute.';
		return isFilled || statusCode === 422 ? `${AGAIN}.` : SET_UP;
	}
	if (!(error instanceof InputError)) return '';
	if (!isFilled) return /again with these only/.test(told) ? '' : SET_UP;
	const filled = argumentsOf(node);
	const meant = fieldsOf(operation).find(({ property }) => told.includes(`'${filled.get(property.name)}'`));
	return `${AGAIN}.${meant ? ` ${meaning(meant)}` : ''}`;
}
