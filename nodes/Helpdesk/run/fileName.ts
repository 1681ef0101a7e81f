import { Answer } from '../../../transport';

/** Returns the name of a file in Content-Disposition, or else the last segment of its address. */
export function fileNameIn({ 'content-disposition': disposition = '' }: Answer['headers'], address = '') {
	const [, encoded] = /filename\*="?(?:[\w-]*'[^']*')?([^;"]+)/i.exec(disposition) ?? [];
	const [, quoted, plain] = /filename=(?:"((?:[^"\\]|\\.)*)"|"?([^";]+))/i.exec(disposition) ?? [];
	const [path = ''] = address.split(/[?#]/);
	const name = unescaped(encoded?.trim() ?? utf8(quoted?.replace(/\\(.)/g, '$1') || plain?.trim() || ''));
	return lastPart(name) || lastPart(unescaped(path.slice(path.lastIndexOf('/') + 1))) || undefined;
}

function lastPart(name: string) {
	return name
		.split(/[\\/]/)
		.at(-1)!
		.replace(/\p{Cc}/gu, '')
		.trim();
}

/** Decodes UTF-8, which Node reads as Latin-1. */
function utf8(name: string) {
	return /^[\0-\xff]*$/.test(name) ? (decoded(Buffer.from(name, 'latin1')) ?? name) : name;
}

function unescaped(name: string) {
	return name.replace(
		/(?:%[\da-f]{2})+/gi,
		(bytes) => decoded(Buffer.from(bytes.replaceAll('%', ''), 'hex')) ?? bytes,
	);
}

function decoded(bytes: Buffer) {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
