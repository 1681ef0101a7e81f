import type { World } from '../../../contract/worlds';
import { isObject, wholeNumber } from '../../../transport/answers/shape';
import { formOf, metaOf, objectAt, recordsOf, succeeded, type Json, type Seen } from '../looks';
import type { FactFinding, Form } from '../report';
import { count, notShown, only, shown } from './finding';

const timeForms: Array<[World['timeFormat'], RegExp]> = [
	['microseconds', /T\d\d:\d\d:\d\d\.\d{6}Z$/],
	['milliseconds', /T\d\d:\d\d:\d\d\.\d{3}Z$/],
	['seconds', /T\d\d:\d\d:\d\dZ$/],
	['offset', /T\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:?\d\d$/],
	['noZone', /T\d\d:\d\d:\d\d(\.\d+)?$/],
];

export function timeFormat({ conversations }: Seen): FactFinding {
	const times = conversations
		.flatMap((record) => ['created_at', 'updated_at', 'last_message_created_at'].map((name) => record[name]))
		.filter((time) => time !== null && time !== undefined);
	const form = only(times.map((time) => timeForms.find(([, pattern]) => typeof time === 'string' && pattern.test(time))?.[0] ?? null));
	return form === undefined ? notShown('timeFormat') : shown<'timeFormat'>(form, `${count(times.length, 'time')} of conversations`);
}

export function idType(seen: Seen): FactFinding {
	const ids = [...seen.conversations, ...seen.contacts, ...seen.records('getCurrentUser')].map(({ id }) => id).filter((id) => id !== undefined);
	const type = only(ids.map((id) => (typeof id === 'string' ? 'text' : typeof id === 'number' ? 'number' : null)));
	return type === undefined ? notShown('idType') : shown<'idType'>(type, count(ids.length, 'id'));
}

export function emptyLastPage(seen: Seen): FactFinding {
	const metas = seen.of('listContacts', 'nothing').map(({ answer }) => metaOf(answer.body));
	const last = metas.filter(({ total }) => wholeNumber(total) === 0).map(({ last_page: page }) => wholeNumber(page))[0];
	if (last === undefined) return notShown('emptyLastPage');
	return shown<'emptyLastPage'>(last === 1 ? 'one' : last === 0 ? 'zero' : null, 'an empty list of contacts');
}

export function metaNumbers(seen: Seen): FactFinding {
	const metas = [...seen.of('listContacts'), ...seen.of('filterConversations')].map(({ answer }) => metaOf(answer.body));
	const numbers = metas
		.flatMap(({ current_page: page, per_page: size, total }) => [page, size, total])
		.filter((value) => value !== undefined && value !== null);
	const type = only(numbers.map((value) => (typeof value === 'number' ? 'number' : wholeNumber(value) === undefined ? null : 'text')));
	return type === undefined ? notShown('metaNumbers') : shown<'metaNumbers'>(type, `${count(numbers.length, 'number')} in the meta of pages`);
}

/** How large the page was that came for the size asked for; undefined where too few conversations are there to tell. */
function sizeOf(body: unknown, asked: number): number | undefined {
	const { per_page: said, total } = metaOf(body);
	const came = recordsOf(body).length;
	if (came < (wholeNumber(total) ?? 0)) return came;
	const size = wholeNumber(said);
	return size !== undefined && size < asked ? size : came >= asked ? came : undefined;
}

export function pageSize(seen: Seen): FactFinding {
	const asked = seen.readings
		.filter(({ purpose }) => purpose === 'large')
		.map(({ body, answer }) => ({ answer, size: Number(objectAt(body, 'display').per_page) }));
	const refused = asked.filter(({ answer }) => answer?.status === 400 || answer?.status === 422);
	const accepted = asked.find(({ answer }) => succeeded(answer));
	if (!accepted) return notShown('pageSize');
	const size = sizeOf(accepted.answer!.body, accepted.size);
	if (refused.length === 0) {
		if (size === undefined) return notShown('pageSize');
		const values: Record<number, World['pageSize']> = { 100: 'upTo100', 50: 'clamp50', 20: 'clamp20', [accepted.size]: 'obey' };
		return shown<'pageSize'>(values[size] ?? null, `${accepted.size} were asked for, ${size} came`);
	}
	const values: Record<number, World['pageSize']> = { 100: 'refuseOver100', 50: 'refuseOver50', 20: 'refuseOver20' };
	const whole = size === undefined || size === accepted.size;
	return shown<'pageSize'>(whole ? (values[accepted.size] ?? null) : null, `${refused.at(-1)!.size} were refused, ${accepted.size} were not`);
}

export function nextLink(seen: Seen): FactFinding {
	const links = seen.of('listContacts', 'links').flatMap(({ answer }) => Object.values(objectAt(answer.body, 'links')));
	const queries = links.flatMap((link) =>
		typeof link === 'string' && URL.canParse(link, 'http://helpdesk.example') ? [new URL(link, 'http://helpdesk.example').searchParams] : [],
	);
	const form = only(
		queries.map((query) => (!query.has('page') ? null : query.has('per_page') ? 'wholeQuery' : query.size === 1 ? 'pageOnly' : null)),
	);
	return form === undefined ? notShown('nextLink') : shown<'nextLink'>(form, `${count(queries.length, 'link')} of a page`);
}

const messageForms: Partial<Record<Form, World['messagesForm']>> = {
	'list in data': 'data',
	list: 'bare',
	'counting page': 'pages',
	'simple page': 'pages',
	'list in data.messages': 'wrapped',
	'list in messages': 'messages',
};

export function messagesForm(seen: Seen): FactFinding {
	const forms = seen.of('listMessages').map(({ answer }) => messageForms[formOf(answer.body)] ?? null);
	const form = only(forms);
	return form === undefined ? notShown('messagesForm') : shown<'messagesForm'>(form, count(forms.length, 'thread'));
}

const hasText = (message: unknown): boolean => isObject(message) && ('html_body' in message || 'text_body' in message);

export function messageRecord(seen: Seen): FactFinding {
	const entries = seen.threads.flat();
	const kind = only(entries.map((entry) => (hasText(entry.event) ? 'event' : hasText(entry) ? 'message' : null)));
	return kind === undefined
		? notShown('messageRecord')
		: shown<'messageRecord'>(kind, `${count(entries.length, 'entry').replace('entrys', 'entries')} of threads`);
}

export function singleRecord(seen: Seen): FactFinding {
	const answers = (['getCurrentUser', 'getConversation', 'getContact'] as const).flatMap((operationId) => seen.of(operationId, 'plain'));
	const forms = answers.map(({ answer }) => {
		const form = formOf(answer.body);
		if (form === 'record in data') return 'wrapped';
		return form === 'record' && 'id' in (answer.body as Json) ? 'bare' : null;
	});
	const form = only(forms);
	return form === undefined ? notShown('singleRecord') : shown<'singleRecord'>(form, count(forms.length, 'single record'));
}
