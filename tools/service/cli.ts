/** `npm run service:check`: see command.ts. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

import { serviceCheck } from './command';

/** npm runs its scripts in the project's folder; a path belongs to where it was typed. */
const typedIn = process.env.INIT_CWD ?? process.cwd();
const onScreen = process.stderr.isTTY === true;

/** Asks at the terminal. What is typed goes into no history, and is not shown if it is hidden. */
async function prompt(question: string, hidden: boolean): Promise<string> {
	process.stderr.write(question);
	const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
	const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY, historySize: 0 });
	try {
		return (await lines.question('')).trim();
	} finally {
		lines.close();
		if (hidden) process.stderr.write('\n');
	}
}

void serviceCheck(process.argv.slice(3), {
	env: process.env,
	ask: process.stdin.isTTY ? prompt : undefined,
	tell: (text) => process.stdout.write(onScreen ? `\r\u001b[K${text}` : text),
	warn: (text) => console.error(text),
	progress: (line) => process.stderr.write(onScreen ? `\r\u001b[K${line}` : `${line}\n`),
	write: (name, text) => {
		const file = resolve(typedIn, name);
		writeFileSync(file, text);
		return file;
	},
}).then((code) => (process.exitCode = code));
