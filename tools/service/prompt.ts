import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks at the terminal.
 *
 * @param hidden what is typed is not shown, and goes into no history
 */
export async function prompt(question: string, hidden = false): Promise<string> {
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
