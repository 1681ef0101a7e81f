import { INode } from 'n8n-workflow';

import { ApiError, InputError, LateError } from '../../../../transport';
import { ErrorText, fieldsOf, NotListedError } from '../../../shared';
import { meaning } from '../../description/toolDescription';
import { canWrite } from '../../fields';
import { Operation } from '../../operation';
import { MISSING } from '../../resources/operations';
import { isTool, Item } from '../item';
import { ASK, lookFor } from './repeats';
import { argumentsOf, inArguments, ModelError } from './arguments';

/** Words about things that only a person at the canvas can do or see. */
const WAYS_OF_PEOPLE = 'choose|switch|drag|check|dropdown|option|remove|panel|editor|By ID|By Name';
const FOR_PEOPLE = new RegExp(
	`From List|(previous|run the) node|under '|Ignore Empty|API Request|map\\(\\)|expression|\\b(${WAYS_OF_PEOPLE})\\b`,
	'i',
);

const SENTENCE = /(?<=[.!?]) +(?=[A-Z'"])/;

const SET_UP = 'A person has set up this tool so: do not call it again, tell them.';
const LOOK = 'Do not repeat it, also not in other words.';
const IN_STATE = 'Read the record: it may be in the wanted state already. Do not try another record.';

const OF_SCHEDULED: Array<string | undefined> = ['unscheduleReply', 'sendScheduledReplyNow'];

/**
 * Puts all text into the message, because a model reads nothing else. The model's next step replaces advice for a
 * person. Node's error code is removed, because n8n would replace the message by advice to retry. The text is one line,
 * so that the helpdesk's words do not look like the node's.
 */
export function textForModel(
	text: ErrorText,
	error: unknown,
	{ operation, ledger: { mustNotResend } }: Pick<Item, 'operation' | 'ledger'>,
	node: INode,
) {
	if (!isTool(node)) return text;
	const said = `${text.message.replace(/[^.!?]$/, '$&.')} ${text.description.replace(/ ?\([A-Z][A-Z0-9_]+\)$/, '')}`;
	const told = inArguments(said.replace(/\s+/g, ' ').trim(), operation, node);
	const isLeftOut = (sentence: string) =>
		FOR_PEOPLE.test(sentence) || (text.mayHaveBeenApplied && /^Try again/.test(sentence));
	const kept = told.split(SENTENCE).filter((sentence) => !isLeftOut(sentence));
	const isUnchanged = !text.mayHaveBeenApplied && !mustNotResend && !/nothing|may have/i.test(said);
	if (isUnchanged && canWrite(operation)) kept.push('Nothing was changed.');
	const message = [...kept, nextStep({ ...text, mustNotResend }, error, told, operation, node)].join(' ').trim();
	return { ...text, message, description: '' };
}

function nextStep(
	{ mayHaveBeenApplied, mustNotResend, statusCode = 0 }: ErrorText & { mustNotResend: boolean },
	error: unknown,
	told: string,
	operation: Operation,
	node: INode,
) {
	if (OF_SCHEDULED.includes(operation.operationId) && (mayHaveBeenApplied || MISSING.includes(statusCode)))
		return `Check each ID. ${lookFor(operation)}`;
	if (mayHaveBeenApplied)
		return mustNotResend
			? `${LOOK} ${lookFor(operation)} ${ASK}`
			: 'You can call it again: that has the same effect.';
	if (error instanceof LateError || error instanceof ModelError) return '';
	if (error instanceof ApiError) {
		if (statusCode === 404)
			return 'Check each ID: take it from the results of a tool that lists or searches. Do not guess.';
		if (statusCode === 409) return IN_STATE;
		if (statusCode === 0 || statusCode === 429 || statusCode >= 500) return 'Try again in a minute.';
		if (statusCode === 401 || statusCode === 403) return SET_UP;
	} else if (!(error instanceof InputError)) return 'Do not call it again: tell a person.';
	if (error instanceof NotListedError)
		return 'Names cannot be looked up here: take an ID from a result, or tell a person.';
	const filled = argumentsOf(node);
	const fields = fieldsOf(operation);
	const named = fields.filter(({ property: { name, displayName } }) =>
		[filled.get(name), displayName].some((each) => told.includes(`'${each}'`)),
	);
	const wrong = fields.find(({ property }) => property.name === (error as Partial<InputError>).field) ?? named[0];
	const isFilled = wrong ? filled.has(wrong.property.name) : filled.size > 0 && !/credential/.test(told);
	if (!isFilled) return SET_UP;
	if (!wrong) return `Call the tool again with other values of ${[...filled.values()].join(', ')}.`;
	const isOptional = !wrong.guards && !operation.fields?.includes(wrong);
	return `Call the tool again with another value${isOptional ? ', or leave it empty' : ''}. ${meaning(wrong)}`;
}
