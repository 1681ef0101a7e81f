/** `npm run service:check`: see command.ts. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { serviceCheck } from './command';

void serviceCheck(process.argv.slice(3), {
	env: process.env,
	tell: (text) => console.log(text),
	warn: (text) => console.error(text),
	write: (name, text) => {
		// A path is relative to the user's folder, but npm runs scripts in the project's folder.
		const file = resolve(process.env.INIT_CWD ?? process.cwd(), name);
		writeFileSync(file, text);
		return file;
	},
}).then((code) => (process.exitCode = code));
