import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';

import type { Outcome } from '../../transport/outcomes';
import {
	BLOCKED,
	DONE,
	FAILURE_KINDS,
	isRetried,
	NO_SIGN_UP,
	OTHER,
	REDIRECT,
	SIGN_IN,
	STATUSES,
	REFUSAL,
	WEB_PAGE,
} from '../../transport/outcomes';
import type { FailureKind } from '../../transport/request';
import { MAX_READINGS } from '../../transport/paginate';
import { MAX_REDIRECTS } from '../../transport/redirect';
import { MAX_ATTEMPTS, MAX_THROTTLED } from '../../transport/retry';
import { DOWNLOAD_TAKES, N8N_TIMEOUT_MS } from '../../transport/httpClient';

/** The first column, for each kind of failure without an answer. */
const NO_ANSWER: Record<FailureKind, string> = {
	unavailable: 'Not sent, because the helpdesk did not come back within a minute',
	notReached: 'No connection',
	notSecured: 'No secure connection (TLS)',
	notTrusted: 'Untrusted certificate',
	broken: 'The connection broke after the request was sent',
	timedOut: 'Time-out',
	unreadable: 'The response is incomplete or malformed',
};

/** Returns docs/failures.md: the failures.md beside this file, with numbers and tables from the code. */
export function failuresPage(): string {
	const statuses = [...new Set(Object.values(STATUSES))].map((outcome) => row(statusesOf(outcome), outcome));
	const values: Record<string, unknown> = {
		...{ MAX_ATTEMPTS, MAX_THROTTLED, MAX_READINGS, MAX_REDIRECTS, DOWNLOAD_TAKES },
		MINUTES: N8N_TIMEOUT_MS / 60_000,
		NO_ANSWER: table(
			Object.entries(NO_ANSWER).map(([kind, what]) => row(what, FAILURE_KINDS[kind as FailureKind])),
		),
		ANSWERS: table([
			row('Success (2xx); 206 counts as an incomplete response', DONE),
			row('Success (2xx) with text instead of JSON', WEB_PAGE),
			row('Success (2xx) whose body says `success: false`, or the like', REFUSAL),
			...statuses,
			row('503 "Registration Failed."', NO_SIGN_UP),
			row('Any other redirect (3xx)', REDIRECT),
			row('Any other status', OTHER),
			inFront('402, 403, 429 or 503 with a web page', BLOCKED),
			inFront('Redirect to a sign-in page', SIGN_IN),
		]),
	};
	return readFileSync(join(__dirname, 'failures.md'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
		String(values[name]),
	);
}

function statusesOf(outcome: Outcome): string {
	const [first, ...others] = Object.keys(STATUSES).filter((status) => STATUSES[Number(status)] === outcome);
	const what = others.length > 1 ? 'Refused by a gateway or a proxy' : STATUS_CODES[first!]!;
	return `${[first, ...others].join(', ')} ${what}`;
}

function row(what: string, outcome: Outcome): string[] {
	const [reads, posts] = (['GET', 'POST'] as const).map((method) => isRetried(outcome, { method }));
	const retried = posts ? 'all' : reads ? 'except POST' : 'no';
	const shown = outcome === DONE ? 'no error' : `\`${outcome.why}${outcome === OTHER ? ' …' : ''}\``;
	return [
		what,
		outcome.applied === 'maybe' ? 'perhaps' : outcome.applied,
		outcome === DONE ? 'no' : retried,
		shown,
		outcome.todo,
	];
}

/** Returns the row of a web page by a proxy or firewall, which changes only the texts. */
function inFront(what: string, { why, todo }: Pick<Outcome, 'why' | 'todo'>): string[] {
	return [what, 'by its status', 'by its status', `\`${why}\``, todo];
}

/** Texts of this many words or more are not repeated. */
const LONG = 8;

/** If an earlier row has the same long text in its last column, replaces the text by that row's name. */
function withoutRepeats(rows: string[][]): string[][] {
	return rows.map((cells, index) => {
		const todo = cells.at(-1)!;
		const first = rows.slice(0, index).find((earlier) => earlier.at(-1) === todo);
		return first && todo.split(' ').length >= LONG ? [...cells.slice(0, -1), `See "${first[0]!}".`] : cells;
	});
}

function table(rows: string[][]): string {
	const head = ['What happened', 'Applied', 'Retried', 'The error says', 'What to do'];
	return [head, head.map(() => '---'), ...withoutRepeats(rows)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
