import { parseArgs } from 'node:util';

import axios, { type RawAxiosRequestHeaders } from 'axios';
import type { IHttpRequestOptions } from 'n8n-workflow';

import { endpoints } from '../../contract/endpoints';
import { methodAndPath } from '../../nodes/shared/endpoint';
import { ApiError } from '../../transport/apiError';
import { systemClock } from '../../transport/clock';
import { readCredential } from '../../transport/credential';
import { InputError } from '../../transport/errors';
import { type HttpContext, n8nHttpClient } from '../../transport/httpClient';
import type { HttpClient } from '../../transport/request';
import { Priority } from '../../transport/requestQueue';
import { createSend } from '../../transport/send';
import { createTransport, type Transport } from '../../transport/transport';
import { MAX_REQUESTS, nextStep, type Report, reportOf, rowsOf } from './check';
import { type Caller, CheckError, type Seen } from './seen';

const USAGE = `Usage: npm run service:check -- [--inbox <id>] [--out <file>]
Set HELPDESK_BASE_URL to the address of the API, which ends with /v1, and HELPDESK_TOKEN to a personal access token.`;

const OPTIONS = {
	inbox: { type: 'string' },
	out: { type: 'string', default: 'helpdesk-report.json' },
} as const;
const TIMEOUT_MS = 30_000;

/** The screen, the environment and the files of the command. */
export interface Surroundings {
	env: Record<string, string | undefined>;
	tell: (text: string) => void;
	warn: (text: string) => void;
	/** Writes a file and returns its whole path. */
	write: (file: string, text: string) => string;
}

/**
 * Reads a helpdesk and writes a report. Never throws, so that no error text shows the token or the input.
 *
 * @returns the exit code: 0 with a report, 2 without
 */
export async function serviceCheck(args: string[], surroundings: Surroundings): Promise<0 | 2> {
	const options = readOptions(args);
	try {
		if (!options) throw new CheckError(USAGE);
		await checkInto(options, surroundings);
		return 0;
	} catch (error) {
		surroundings.warn(wordsFor(error as NodeJS.ErrnoException));
		return 2;
	}
}

function readOptions(args: string[]) {
	try {
		return parseArgs({ args, options: OPTIONS }).values;
	} catch {
		// The error's message would repeat the input, which may be a token.
		return undefined;
	}
}

async function checkInto(
	options: NonNullable<ReturnType<typeof readOptions>>,
	surroundings: Surroundings,
): Promise<void> {
	const { env, tell, write } = surroundings;
	const transport = createTransport(systemClock);
	const { HELPDESK_BASE_URL: baseUrl, HELPDESK_TOKEN: token } = env;
	if (!baseUrl || !token) throw new CheckError(`HELPDESK_BASE_URL or HELPDESK_TOKEN is not set.\n${USAGE}`);
	const caller = callerOf({ baseUrl, token }, transport);
	const seen = await readHelpdesk(caller, transport.clock.now, options.inbox, surroundings.warn);
	const report = reportOf(seen);
	const file = write(options.out, `${JSON.stringify(report, null, '\t')}\n`);
	tell(`${tableOf(report)}\n${report.requests} requests. The report: ${file}`);
}

/**
 * Asks the questions, each once, so that at most MAX_REQUESTS are sent.
 *
 * @throws {CheckError} if nothing can be read
 */
export async function readHelpdesk(
	{ send, answers }: Caller,
	now: () => number,
	inbox?: string,
	tell?: (line: string) => void,
): Promise<Seen> {
	for (;;) {
		const step = nextStep(answers, now(), inbox);
		if (!step.request) return step.seen;
		tell?.(`${answers.length + 1} of at most ${MAX_REQUESTS}: ${methodAndPath(endpoints[step.operationId])}`);
		await send(step.request).catch((error: unknown) => {
			if (!(error instanceof ApiError)) throw error;
		});
	}
}

/**
 * Returns a caller for use outside n8n, where the transport's errors carry no answer.
 *
 * @throws {InputError} for an invalid address or token
 */
export function callerOf({ baseUrl, token }: { baseUrl: string; token: string }, transport: Transport): Caller {
	const credential = readCredential({ baseUrl, accessToken: token, readOnly: true });
	/** Stands in for n8n's helper of this name. */
	const httpRequestWithAuthentication = async (_: string, { method, url, headers, body }: IHttpRequestOptions) => {
		const own = { timeout: TIMEOUT_MS, maxRedirects: 0, validateStatus: () => true };
		const withToken = { ...headers, Authorization: `Bearer ${token.trim()}` } as RawAxiosRequestHeaders;
		const answer = await axios.request<unknown>({ method, url, headers: withToken, data: body, ...own });
		return { statusCode: answer.status, headers: answer.headers, body: answer.data };
	};
	const http = n8nHttpClient({ helpers: { httpRequestWithAuthentication } } as unknown as HttpContext, credential);
	const answers: Caller['answers'] = [];
	const client: HttpClient = async (request) => {
		const number = answers.push(null);
		const result = await http(request);
		if (result.kind === 'answer') answers[number - 1] = result.answer;
		return result;
	};
	return { send: createSend(transport, { client, credential, priority: Priority.bulk, attempts: 1 }), answers };
}

function wordsFor(error: NodeJS.ErrnoException): string {
	if (error instanceof CheckError) return error.message;
	if (error instanceof InputError) {
		// The transport's texts name the credential in n8n.
		const words = error.message.replace("'Base URL' of the Helpdesk credential", 'The address (HELPDESK_BASE_URL)');
		return `${words.replace("'Access Token' of the Helpdesk credential", 'The token (HELPDESK_TOKEN)')}. Nothing was sent.`;
	}
	return error.code === undefined
		? `The check failed (${error.name}). No report was written.`
		: `The report could not be written (${error.code}).`;
}

/** Returns the report for the screen, without the endpoints that answer. */
function tableOf(report: Report): string {
	const rows = rowsOf(report).filter(({ value }) => value !== 'answers' && value !== 'not asked');
	const joined = (parts: string[], by: string) => parts.filter(Boolean).join(by);
	return rows
		.map(
			(row) =>
				`${row.state.padEnd(8)}  ${joined([row.finding, row.value], ': ')} (${joined([row.where, row.read], '; ')})`,
		)
		.join('\n');
}
