import type { MessageTexts } from '../../../../transport';
import { withoutHistory } from './history';
import { linesOfHtml, linesOfText, type Line } from './lines';
import { SIGNED_BY_DEVICE } from './mailWords';

/** What a person wrote in a mail. */
export interface OwnWords {
	text: string;
	/** Whether a quoted history was taken off. */
	historyRemoved: boolean;
}

/** A signature has no more lines, after which a "-- " is only a line that somebody drew. */
const MAX_SIGNATURE = 20;

/** Under a signature, and no part of it. */
const POSTSCRIPT = /^(?:p\.? ?p?\.? ?s|n\.? ?b)\b[.:\s-]/i;

/** A line that says something: some words and an end. */
const SENTENCE = /^(?:\S+ ){3,}\S*[.?!]$|[。？！]$/u;

/** The words of a mail without the history that mail programs quote, and without what they or their owner put under every mail. */
export function ownWordsOf({ html, text }: MessageTexts): OwnWords {
	const ofHtml = html === undefined ? [] : linesOfHtml(html);
	const lines = ofHtml.some((line) => line.text !== '') ? ofHtml : linesOfText(text ?? '');
	const { own, hasHistory } = withoutHistory(lines);
	return { text: joined(withoutSignature(own)), historyRemoved: hasHistory };
}

function withoutSignature(lines: Line[]): Line[] {
	const unsigned = withoutDevice(lines);
	const from = unsigned.findIndex((_, at) => isSignature(unsigned.slice(at, at + MAX_SIGNATURE + 2)));
	const own = from < 0 ? unsigned : withoutDevice([...unsigned.slice(0, from), ...postscriptIn(unsigned.slice(from + 1))]);
	return own.some(({ text }) => text !== '') ? own : lines;
}

function postscriptIn(signature: Line[]): Line[] {
	const from = signature.findIndex(({ text }) => POSTSCRIPT.test(text));
	return from < 0 ? [] : signature.slice(from);
}

/** "-- " begins one, by a convention of all mail programs; without its space only where no sentence follows. */
function isSignature([mark, ...below]: Line[]): boolean {
	if (below.length > MAX_SIGNATURE) return false;
	return mark!.text === '-- ' || (mark!.text === '--' && below.length > 0 && !below.some(({ text }) => SENTENCE.test(text)));
}

/** Without "Sent from my iPhone" in the last lines. */
function withoutDevice(lines: Line[]): Line[] {
	let end = lines.length;
	for (let at = end - 1; at >= 0; at -= 1) {
		const { text } = lines[at]!;
		if (text === '') continue;
		if (text.length > 100 || !SIGNED_BY_DEVICE.test(text)) break;
		end = at;
	}
	return lines.slice(0, end);
}

/** At most one blank line between others. */
function joined(lines: Line[]): string {
	const kept = lines.map(({ text }) => text.trim()).filter((text, at, all) => text !== '' || all[at - 1] !== '');
	return kept.join('\n').trim();
}
