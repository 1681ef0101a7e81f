/** `npm run service:check`: see command.ts. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { serviceCheck } from './command';

const onScreen = process.stderr.isTTY === true;

void serviceCheck(process.argv.slice(3), {
	env: process.env,
	tell: (text) => process.stdout.write(onScreen ? `\r\u001b[K${text}` : text),
	warn: (text) => console.error(text),
	progress: (line) => process.stderr.write(onScreen ? `\r\u001b[K${line}` : `${line}\n`),
	write: (name, text) => {
		// npm runs its scripts in the project's folder; a path belongs to where it was typed.
		const file = resolve(process.env.INIT_CWD ?? process.cwd(), name);
		writeFileSync(file, text);
		return file;
	},
}).then((code) => (process.exitCode = code));
