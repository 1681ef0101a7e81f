import { parseArgs } from 'node:util';

import { endpoints, type OperationId } from '../../contract/endpoints';
import { systemClock } from '../../transport/clock';
import { InputError } from '../../transport/inputError';
import { MAX_REQUESTS } from './budget';
import { reportOf } from './found';
import { readHelpdesk, UnreadHelpdeskError } from './read';
import type { Surroundings } from './surroundings';
import { tell } from './tell';
import { agreedBy, tryWritesOn, withWrites } from './writes/onService';
import { UnfitConversationError } from './writes/tryWrites';

const USAGE = `Usage: npm run service:check -- [--inbox <id>] [--out <file>] [--with-host] [--try-writes-on <conversation id>]
Address and token come from HELPDESK_BASE_URL and HELPDESK_TOKEN, or are asked for.`;

/**
 * Reads a helpdesk and writes what is true of it into a report. Never throws: errors are told in words that hold neither the token nor
 * what was typed.
 *
 * @param args those behind the command's name
 * @returns the exit code: 0 with a report, 2 without
 */
export async function serviceCheck(args: string[], surroundings: Surroundings): Promise<0 | 2> {
	const options = readOptions(args);
	if (!options) {
		surroundings.warn(USAGE);
		return 2;
	}
	try {
		await checkInto(options, surroundings);
		return 0;
	} catch (error) {
		surroundings.warn(wordsFor(error as Error));
		return 2;
	}
}

type Options = NonNullable<ReturnType<typeof readOptions>>;

async function checkInto(options: Options, surroundings: Surroundings): Promise<void> {
	const baseUrl = await given(surroundings, 'HELPDESK_BASE_URL', 'Address of the API, ending with /v1: ', false);
	const token = await given(surroundings, 'HELPDESK_TOKEN', 'Personal access token (not shown while you type): ', true);
	const progress = (spent: number, operationId: OperationId) => {
		const { method, path } = endpoints[operationId];
		surroundings.progress(`${spent + 1} of at most ${MAX_REQUESTS}: ${method} ${path}`);
	};
	const readings = await readHelpdesk({ baseUrl, token, inbox: options.inbox, clock: systemClock, progress });
	const conversationId = options['try-writes-on'];
	const trying = { baseUrl, token, clock: systemClock, agreed: agreedBy(surroundings), tell: (line: string) => surroundings.tell(`${line}\n`) };
	const writes = conversationId === undefined ? undefined : await tryWritesOn({ ...trying, conversationId });
	const report = withWrites(reportOf(readings, Date.now(), options['with-host'] ? new URL(baseUrl).host : undefined), writes);
	const file = surroundings.write(options.out, `${JSON.stringify(report, null, '\t')}\n`);
	surroundings.tell(`${tell(report)}\nThe report: ${file}\nCompare it: npm run contract:compare -- ${options.out}\n`);
}

function readOptions(args: string[]) {
	try {
		const { values } = parseArgs({
			args,
			options: {
				inbox: { type: 'string' },
				out: { type: 'string', default: 'helpdesk-report.json' },
				'with-host': { type: 'boolean', default: false },
				'try-writes-on': { type: 'string' },
			},
		});
		return values;
	} catch {
		// Its message would repeat what was typed, which may be a token.
		return undefined;
	}
}

async function given({ env, ask }: Surroundings, variable: string, question: string, hidden: boolean): Promise<string> {
	const value = env[variable];
	if (value !== undefined && value !== '') return value;
	if (!ask) throw new UnreadHelpdeskError(`${variable} is not set, and there is no terminal to ask at.`);
	return await ask(question, hidden);
}

function wordsFor(error: Error): string {
	if (error instanceof InputError) return `${inOwnWords(error.message)}. Nothing was sent.`;
	if (error instanceof UnreadHelpdeskError || error instanceof UnfitConversationError) return error.message;
	const { code } = error as NodeJS.ErrnoException;
	return code === undefined ? `The check failed (${error.name}). No report was written.` : `The report could not be written (${code}).`;
}

/** The transport speaks of the credential in n8n, which nobody has here. */
function inOwnWords(message: string): string {
	return message
		.replace("'Base URL' of the Helpdesk credential", 'The address (HELPDESK_BASE_URL)')
		.replace("'Access Token' of the Helpdesk credential", 'The token (HELPDESK_TOKEN)');
}
