import type { OperationId } from '../../../contract/endpoints';
import { rowsOf } from '../../../nodes/shared/lookup/lookup';
import { methodAndPath, requestTo } from '../../../nodes/shared/endpoint';
import { endpoints } from '../../../contract/endpoints';
import { InputError } from '../../../transport/inputError';
import type { Send } from '../../../transport/send';
import { differences, look, same, type Look } from './look';
import { planFor, type LeftOut, type Step } from './steps';
import { UnexpectedAnswerError } from './strictWire';

/** What became of one documented write. Nothing in it is a value of the conversation. */
export interface WriteFinding {
	state: 'done' | 'surprise' | 'not tried';
	/** Whether the conversation showed it afterwards; undefined where that is nothing that it shows. */
	readBack?: boolean;
	/** HTTP, where it was refused. */
	status?: number;
	/** Why it was not tried, or what was not as expected. */
	because?: string;
}

export type WriteFindings = Partial<Record<OperationId, WriteFinding>>;

export interface TryOptions {
	/** For reading alone. */
	read: Send;
	/** Over a strict wire, with a credential that may write. */
	write: Send;
	conversationId: string;
	/** Shown what will be done, as lines; nothing is written unless it gives true. */
	agreed: (plan: string[]) => Promise<boolean>;
	/** Told what is done, line by line. */
	tell: (line: string) => void;
	/** Ms since the epoch. */
	now: () => number;
}

/** The conversation cannot be used for trying. The message is for a person. */
export class UnfitConversationError extends Error {
	override readonly name = 'UnfitConversationError';
}

/** Stops the trying. Nothing in its message is a value of the conversation. */
class Surprise extends Error {
	constructor(
		readonly operationId: OperationId,
		message: string,
		readonly status?: number,
	) {
		super(message);
	}
}

/**
 * Does each documented write that touches one conversation once, reads it back, and undoes it where the API can. Stops at the
 * first surprise. Never replies, forwards or schedules, and never deletes for good. Undefined where it was not agreed to.
 *
 * @throws {UnfitConversationError} for a conversation that is not found or in the trash; rejects as reading it does
 */
export async function tryWrites(options: TryOptions): Promise<WriteFindings | undefined> {
	const { read, conversationId, agreed, tell, now } = options;
	const before = await look(read, conversationId).catch(unfitWhereNoId);
	if (!before) throw new UnfitConversationError('There is no such conversation: nothing was written.');
	if (before.trashed) throw new UnfitConversationError('The conversation is in the trash: nothing was written. Choose another one.');
	const { steps, leftOut } = planFor(before, await tagsOf(read, before), now());
	if (!(await agreed(planInWords(steps, leftOut)))) return undefined;
	const findings: WriteFindings = Object.fromEntries(leftOut.map(({ operationId, because }) => [operationId, { state: 'not tried', because }]));
	const expected = { ...before };
	for (const step of steps) {
		try {
			tell(`${nameOf(step.operationId)}: ${step.does}`);
			Object.assign(findings, await tryStep(options, step, expected));
		} catch (error) {
			if (!(error instanceof Surprise)) throw error;
			findings[error.operationId] = { state: 'surprise', because: error.message, status: error.status };
			tell(`Stopped: ${nameOf(error.operationId)} ${error.message}.`);
			break;
		}
	}
	for (const id of steps.flatMap(({ operationId, back }) => [operationId, ...(back ? [back.operationId] : [])]))
		findings[id] ??= { state: 'not tried', because: 'something before it was not as expected' };
	return findings;
}

/** Of a conversation that was named by no ID. Throws {UnfitConversationError}, or the error itself. */
function unfitWhereNoId(error: unknown): never {
	if (!(error instanceof InputError)) throw error;
	throw new UnfitConversationError('What was given is no ID of a conversation: nothing was written.');
}

/** Throws {Surprise}. `expected` is how the conversation has to look before; what stays is noted in it. */
async function tryStep(options: TryOptions, step: Step, expected: Look): Promise<WriteFindings> {
	const { operationId, body, becomes, back, answers } = step;
	const answer = await write(options, operationId, body);
	const changed = await lookAgain(options, operationId, step);
	const readBack = shows(changed, becomes);
	if (back) {
		await write(options, back.operationId, back.body, `what ${nameOf(operationId)} did is not undone`);
	} else {
		Object.assign(expected, becomes);
	}
	if (readBack === false)
		throw new Surprise(operationId, `was answered with a success, and the conversation does not show it${back ? '; it was undone' : ''}`);
	if (answers?.(answer) === false) throw new Surprise(operationId, 'was answered with a success that has not what the API documentation says');
	const after = back ? await lookAgain(options, back.operationId) : changed;
	const others = after ? differences(expected, after) : ['trashed'];
	if (others.length > 0) throw new Surprise(back?.operationId ?? operationId, `left the conversation different from before: ${others.join(', ')}`);
	return {
		[operationId]: { state: 'done', readBack },
		...(back && back.operationId !== operationId && { [back.operationId]: { state: 'done', readBack: true } }),
	};
}

/** The body of the answer. Throws {Surprise}. */
async function write({ write: send, conversationId }: TryOptions, operationId: OperationId, body?: Step['body'], left = ''): Promise<unknown> {
	try {
		return (await send({ ...requestTo(operationId, { conversationId }), body })).body;
	} catch (error) {
		const unexpected = error instanceof UnexpectedAnswerError ? error : undefined;
		const open = unexpected?.mayHaveBeenApplied === false ? '' : '; it may have been applied, so look in the helpdesk';
		const what = unexpected?.message ?? 'got no usable answer';
		throw new Surprise(operationId, [what + open, left].filter(Boolean).join('; '), unexpected?.status);
	}
}

/** Undefined for a conversation that is gone, where it was to be trashed. Throws {Surprise}. */
async function lookAgain(
	{ read, conversationId }: TryOptions,
	operationId: OperationId,
	{ becomes }: Pick<Step, 'becomes'> = { becomes: {} },
): Promise<Look | undefined> {
	const seen = await look(read, conversationId).catch(() => {
		throw new Surprise(operationId, 'was answered with a success, and the conversation could not be read afterwards; look in the helpdesk');
	});
	if (!seen && !becomes.trashed) throw new Surprise(operationId, 'was answered with a success, and the conversation was not found afterwards');
	return seen;
}

/** Undefined where nothing of it is shown. One that is not found is in the trash. */
function shows(seen: Look | undefined, becomes: Partial<Look>): boolean | undefined {
	if (!seen) return true;
	const names = (Object.keys(becomes) as Array<keyof Look>).filter((name) => seen[name] !== undefined);
	return names.length === 0 ? undefined : names.every((name) => same(seen[name], becomes[name]));
}

/** Ids of the tags that the inbox offers; none where that cannot be read. */
async function tagsOf(read: Send, { inbox }: Look): Promise<string[]> {
	const rows = await rowsOf({ send: read }, 'listInboxTags', { inboxId: String(inbox) }, 1).catch(() => []);
	return rows.map(({ id }) => String(id));
}

function planInWords(steps: Step[], leftOut: LeftOut[]): string[] {
	return [
		'These writes are tried on the conversation, one after the other, each read back:',
		...steps.map(
			({ operationId, does, back }) => `  ${nameOf(operationId)}: ${does}${back ? `; then ${nameOf(back.operationId)} undoes it` : ''}`,
		),
		'These are not tried:',
		...leftOut.map(({ operationId, because }) => `  ${nameOf(operationId)}: ${because}`),
		'Automations of your helpdesk may react to a change: take a conversation that was made for trying, with a contact of your own.',
	];
}

function nameOf(operationId: OperationId): string {
	return methodAndPath(endpoints[operationId]);
}
