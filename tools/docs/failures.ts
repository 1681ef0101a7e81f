import { readFileSync } from 'node:fs';
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
import { MAX_READINGS } from '../../transport/paginate';
import { MAX_REDIRECTS } from '../../transport/redirect';
import { MAX_ATTEMPTS, MAX_THROTTLED } from '../../transport/retry';
import { DOWNLOAD_TAKES, N8N_TIMEOUT_MS } from '../../transport/httpClient';

/** Returns docs/failures.md: the failures.md beside this file, with numbers and tables from the code. */
export function failuresPage(): string {
	const statuses = [...new Set(Object.values(STATUSES))].map((outcome) => row(outcome, `${statusesOf(outcome)} `));
	const values: Record<string, unknown> = {
		...{ MAX_ATTEMPTS, MAX_THROTTLED, MAX_READINGS, MAX_REDIRECTS, DOWNLOAD_TAKES },
		MINUTES: N8N_TIMEOUT_MS / 60_000,
		NO_ANSWER: table(Object.values(FAILURE_KINDS).map((outcome) => row(outcome))),
		ANSWERS: table([
			row(DONE),
			row(WEB_PAGE),
			row(REFUSAL),
			...statuses,
			row(NO_SIGN_UP),
			row(REDIRECT),
			row(OTHER),
			...[BLOCKED, SIGN_IN].map(inFront),
		]),
	};
	return readFileSync(join(__dirname, 'failures.md'), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
		String(values[name]),
	);
}

const statusesOf = (outcome: Outcome) =>
	Object.keys(STATUSES)
		.filter((status) => STATUSES[Number(status)] === outcome)
		.join(', ');

function row(outcome: Outcome, statuses = ''): string[] {
	const byKind = (['reading', 'idempotent', 'once'] as const).map((kind) => isRetried(outcome, kind));
	const retried = byKind.every(Boolean) ? 'all' : byKind.some(Boolean) ? 'except POST' : 'no';
	const shown = outcome === DONE ? 'no error' : `\`${outcome.why}${outcome === OTHER ? ' …' : ''}\``;
	return [
		statuses + outcome.what,
		outcome.applied === 'maybe' ? 'perhaps' : outcome.applied,
		outcome === DONE ? 'no' : retried,
		shown,
		outcome.todo,
	];
}

/** A web page of a proxy or firewall changes the texts only. */
const inFront = ({ what, why, todo }: typeof BLOCKED | typeof SIGN_IN) => [
	what,
	'as above',
	'as above',
	`\`${why}\``,
	todo,
];

/** From this number of words on, a text is not repeated. */
const LONG = 8;

/** Replaces a long text in the last column that an earlier row has by the name of that row. */
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
