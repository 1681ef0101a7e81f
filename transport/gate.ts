import { Credential } from './credential';
import { isReading } from './outcomes';
import { InputError } from './errors';
import { ApiRequest, queryText } from './request';

/** Thrown in place of a write with Dry Run. */
export class WouldSend extends Error {
	/** Names of records, by ID. */
	names = new Map<string, string>();

	constructor(readonly request: ApiRequest) {
		super("'Dry Run': nothing was sent");
	}
}

/** Escapes that give another path if a server decodes them. */
const HIDDEN_SLASH = /%(25|2f|5c)/i;

/** Fields that make web frameworks treat a POST as another method. PHP reads " .method" and the like as "_method". */
const OTHER_METHOD = /[?&"]((%20| )*(_|\.|\[|%5b|%20| )method|x-(http-)?method(-override)?)(=|"|\[|%5b|%00|\\u0000)/i;

/**
 * Checks every request before its first attempt. Throws for a write: {WouldSend} with Dry Run, {InputError} with a
 * Read Only credential.
 */
export function passGate(
	request: ApiRequest,
	{ readOnly, name }: Pick<Credential, 'readOnly' | 'name'>,
	dryRun = false,
) {
	if (!(dryRun || readOnly) || !isWrite(request)) return;
	if (dryRun) throw new WouldSend(request);
	throw new InputError(
		`The Helpdesk credential${name === undefined ? '' : ` "${name}"`} is for reading only`,
		"Nothing was sent. Choose another credential, or switch off 'Read Only'. To see what would be sent, add the " +
			"option 'Dry Run'.",
	);
}

/** Returns whether a request may write. So may a reading POST that can hide another path or method. */
function isWrite(request: ApiRequest) {
	if (!isReading(request)) return true;
	const { readOnly, path, query, body } = request;
	return readOnly === true && (HIDDEN_SLASH.test(path) || OTHER_METHOD.test(queryText(query) + JSON.stringify(body)));
}
