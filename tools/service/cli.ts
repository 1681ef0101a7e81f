/** `npm run service:check`: see command.ts. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { serviceCheck } from './command';
import { prompt } from './prompt';

/** npm runs its scripts in the project's folder; a path is meant from where it was typed. */
const typedIn = process.env.INIT_CWD ?? process.cwd();
const onScreen = process.stderr.isTTY === true;

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
