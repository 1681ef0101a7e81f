/**
 * `npm run service:check -- [--inbox <id>] [--out <file>] [--with-host] [--try-writes-on <id>]`: reads a helpdesk and writes what is true of it into a report.
 * Address and token are HELPDESK_BASE_URL and HELPDESK_TOKEN, or are asked for; a token that is an argument is refused.
 * Exit code 0 with a report, 2 without.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { endpoints } from '../../contract/endpoints';
import { systemClock } from '../../transport/clock';
import { InputError } from '../../transport/inputError';
import { MOST_REQUESTS } from './budget';
import { reportOf } from './found';
import { prompt } from './prompt';
import { readHelpdesk, UnreadHelpdeskError } from './read';
import { tell } from './tell';
import { agreedAtTerminal, tryWritesOn, withWrites } from './writes/onService';
import { UnfitConversationError } from './writes/tryWrites';

const USAGE = `Usage: npm run service:check -- [--inbox <id>] [--out <file>] [--with-host] [--try-writes-on <conversation id>]
Address and token come from HELPDESK_BASE_URL and HELPDESK_TOKEN, or are asked for.`;

/** npm runs its scripts in the project's folder; a path is meant from where it was typed. */
const typedIn = process.env.INIT_CWD ?? process.cwd();

main().then(
	(code) => (process.exitCode = code),
	(error: Error) => {
		const told = error instanceof InputError || error instanceof UnreadHelpdeskError || error instanceof UnfitConversationError;
		console.error(
			told
				? [error.message, (error as Error & { description?: string }).description].filter(Boolean).join('. ')
				: `The check failed: ${error.name}.`,
		);
		process.exitCode = 2;
	},
);

async function main(): Promise<0 | 2> {
	const options = readOptions(process.argv.slice(3));
	if (!options) {
		console.error(USAGE);
		return 2;
	}
	const baseUrl = process.env.HELPDESK_BASE_URL ?? (await asked('HELPDESK_BASE_URL', 'Address of the API, ending with /v1: '));
	const token = process.env.HELPDESK_TOKEN ?? (await asked('HELPDESK_TOKEN', 'Personal access token (not shown while you type): ', true));
	const readings = await readHelpdesk({ baseUrl, token, inbox: options.inbox, clock: systemClock, progress });
	if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
	const conversationId = options['try-writes-on'];
	const trying = { baseUrl, token, clock: systemClock, agreed: agreedAtTerminal, tell: console.log };
	const writes = conversationId === undefined ? undefined : await tryWritesOn({ ...trying, conversationId });
	const report = withWrites(reportOf(readings, Date.now(), options['with-host'] ? new URL(baseUrl).host : undefined), writes);
	const file = resolve(typedIn, options.out);
	writeFileSync(file, `${JSON.stringify(report, null, '\t')}\n`);
	process.stdout.write(`${tell(report)}\nThe report: ${file}\nCompare it: npm run contract:compare -- ${options.out}\n`);
	return 0;
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

async function asked(variable: string, question: string, hidden = false): Promise<string> {
	if (!process.stdin.isTTY) throw new UnreadHelpdeskError(`${variable} is not set, and there is no terminal to ask at`);
	return await prompt(question, hidden);
}

function progress(spent: number, operationId: keyof typeof endpoints): void {
	const { method, path } = endpoints[operationId];
	const line = `${spent + 1} of at most ${MOST_REQUESTS}: ${method} ${path}`;
	process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
}
