import { readFileSync } from 'node:fs';

/** One line that n8n wrote; what is no JSON has the level `plain`. */
export interface LogLine {
	level: string;
	message: string;
	/** The whole line, metadata included. */
	text: string;
}

/** The lines of n8n's output (`N8N_LOG_FORMAT=json`) so far. */
export function readLog(file: string): LogLine[] {
	return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parseLine);
}

function parseLine(text: string): LogLine {
	try {
		const { level, message } = JSON.parse(text) as { level: string; message: string };
		return { level, message, text };
	} catch {
		return { level: 'plain', message: text, text };
	}
}
