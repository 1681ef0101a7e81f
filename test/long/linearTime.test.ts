import { tagIdsOf } from '../../nodes/shared/lookup/tags';
import type { Lookup } from '../../nodes/shared/lookup/lookup';
import { matching } from '../../nodes/shared/pickers/lists';
import { conditions, filterJson } from '../../nodes/shared/fields/filter';
import { htmlMessage } from '../../nodes/Helpdesk/run/text/htmlMessage';
import {
	addresses,
	originOf,
	conversations,
	jsonObject,
	words,
	teammates,
	readValue,
	anyText as text,
	word,
	anyTime as time,
} from '../../nodes/shared/values';
import type { Kind } from '../../nodes/shared/values/kind';
import { hashOf } from '../../nodes/shared/hash';
import { contextText } from '../../nodes/Helpdesk/run/context/contextText';
import { foldQuotes } from '../../nodes/Helpdesk/run/text/fold';
import { linesOf } from '../../nodes/shared/text/lines';
import { fileNameIn } from '../../nodes/Helpdesk/run/fileName';
import { Words } from '../../nodes/shared/text/words';
import { resolvePlainPaths } from '../../nodes/shared/readInput';
import { COLUMNS } from '../../nodes/HelpdeskTrigger/core/columns';
import { cellOf } from '../../nodes/HelpdeskTrigger/core/table';
import { simpleConversation, simplified } from '../../nodes/shared/simplify';
import { lastWriter } from '../../nodes/shared/conversation';
import { threadOf } from '../../nodes/shared/thread';
import { relativePath } from '../../nodes/shared/path';
import { errorText } from '../../nodes/shared/errorText';
import { ApiError, readPage } from '../../transport';
import { messageOf } from '../../transport/answers/record';
import { formOf } from '../../transport/anyList';
import { redactor, tokenHider } from '../../transport/redact';
import { retryAfterMs } from '../../transport/retry';

/** Characters of a text. A reader that takes quadratic time does not end before jest's time limit for hangs. */
const LENGTH = 300_000;

const read = (kind: Kind, value: unknown) =>
	readValue(
		{ kind, need: 'required' },
		{ value, raw: '={{ $json.a }}', isTool: false },
		{ label: 'Field', timezone: 'Europe/Berlin', now: 0 },
	);

/** Texts that make careless regular expressions slow when they are repeated. */
const PIECES = [
	'<a',
	'<div>',
	'<!--',
	'<a b="',
	'<script>',
	'<![CDATA[',
	'&',
	'&#',
	'&CounterClockwiseContourIntegra',
	'\r\n\r',
	'(',
	' (',
	'/..',
	'a@',
	'<p></p>',
	'<p ',
	'\u200b',
	',',
	'1',
	'0-',
	'01234567-0123-0123-0123-',
	"filename*=UTF-8'",
	'%',
	'%2525&amp;#37;',
	'[',
	'{"a":',
	'ab',
	'"',
	'\\',
	'\ud800',
	'> a\n',
	'<blockquote type="cite">',
	'<div style="display:none">',
	'word ',
	'a line of words\n',
	'語',
	'<p style="display:none;',
	'<img alt="',
];

const HOSTILE = [
	...PIECES.map((piece) => repeated(piece)),
	repeated('<b>', LENGTH / 2) + repeated('</i>', LENGTH / 2),
	`<script>${repeated('</scrip')}`,
	`&#${repeated('1')}`,
	`${repeated(' ')}x`,
	`${repeated('/')}x`,
	`a@${repeated('a.')}@`,
	`2026-03-31T09:00:00.${repeated('0')}`,
	`={{ $json${repeated('.a')} }`,
	`${repeated('a@b.')} wrote:`,
];

function repeated(piece: string, length = LENGTH) {
	return piece.repeat(Math.ceil(length / piece.length));
}

const refused = (body: object, hide?: ReturnType<typeof redactor>) =>
	new ApiError(
		{ method: 'POST', path: '/x' },
		{ kind: 'answer', answer: { status: 422, headers: {}, body } },
		false,
		1,
		0,
		undefined,
		hide,
	);
const TOKEN = '7|some-token-of-a-team';
const tags = Array.from({ length: 3 }, (_, index) => `Tag ${index}`);
const lookupOf = (names: string[]) =>
	({
		cache: { recall: async () => ({ list: names.map((name) => ({ id: name, name })) }) },
		account: '',
		maxAgeMs: 0,
	}) as unknown as Lookup;
const page = (value: string) => ({
	data: [{ id: value }],
	meta: { current_page: value, last_page: value, per_page: value },
	links: { next: value },
});

const folded = (...texts: string[]) => foldQuotes(texts.map((text) => ({ lines: linesOf({ text }) })));

/** All functions that read a customer's text, an answer or an item. */
const READERS: Record<string, (hostile: string) => unknown> = {
	'the lines of a mail, text': (hostile) => linesOf({ text: hostile }),
	'the lines of a mail, HTML': (hostile) => linesOf({ html: hostile }),
	'the quotes of a mail, unmarked': (hostile) => folded(hostile, `Yes.\n${hostile}`),
	'the quotes of a mail, marked': (hostile) => folded(hostile, `Yes.\n> ${hostile.replaceAll('\n', '\n> ')}`),
	'the quotes of a mail that are not quite the same': (hostile) =>
		folded(`${hostile}x`, `> ${hostile}y`, hostile.replace(/.{20}/gs, '$&\n> ')),
	'a context of a conversation': (hostile) =>
		contextText(
			{ subject: hostile, zone: 'UTC' },
			[{ text: hostile, attachments: [{ name: hostile }] } as never],
			0,
		),
	'a message in which words are sought': (hostile) =>
		new Words('x').areAllOf({ texts: { html: hostile, text: hostile } } as never),
	'words that are sought': (hostile) =>
		new Words(hostile).areAmong({ texts: { text: `${hostile.slice(1)}y` } } as never),
	htmlMessage: (hostile) => htmlMessage({ message: hostile, messageFormat: 'text' }),
	'htmlMessage, of HTML': (hostile) => htmlMessage({ message: `<p>${hostile}`, messageFormat: 'html' }),
	'a tag by its name': async (hostile) => await tagIdsOf([{ text: hostile, isChosen: false }], {}, lookupOf(tags)),
	'a tag among others': async (hostile) =>
		await tagIdsOf([{ text: 'Tag', isChosen: false }], {}, lookupOf([hostile, hostile])),
	'a tag that is almost named so': async (hostile) =>
		await tagIdsOf([{ text: `x${hostile}`, isChosen: false }], {}, lookupOf([hostile])),
	'a tag that is named twice': async (hostile) =>
		await tagIdsOf([{ text: hostile, isChosen: false }], {}, lookupOf([hostile, hostile])),
	"a picker's search": (hostile) => matching([{ name: hostile, value: '1' }], { filter: 'a b' } as never),
	...Object.fromEntries(
		[addresses, conversations, jsonObject, teammates, text, time, word, words].map((kind) => [
			`values: ${kind.name}`,
			(hostile: string) => read(kind, hostile),
		]),
	),
	'an e-mail address among others': (hostile) => read(addresses, [hostile]),
	'the origin of a value': (hostile) => originOf({ value: '', raw: `={{ $fromAI(${hostile}`, isTool: true }),
	conditions: (hostile) =>
		read(conditions.kind, { condition: [{ attribute: hostile, comparison: hostile, values: hostile }] }),
	filterJson: (hostile) => read(filterJson.kind, hostile),
	relativePath: (hostile) => relativePath(hostile, 'https://x.example/v1'),
	'errorText, of an answer': (hostile) =>
		errorText(refused({ message: hostile, errors: { subject: [hostile], [hostile]: hostile }, id: hostile }), {
			action: 'Do it',
		}),
	'what was sent, in an answer that repeats it': (hostile) => redactor({ body: { message: hostile } })(hostile),
	'what was sent, in an answer that does not repeat it': (hostile) =>
		redactor({ body: { message: hostile } })('A message of some length. '.repeat(500)),
	'an answer without the token': (hostile) => tokenHider(TOKEN)(JSON.stringify(hostile)),
	'a refusal of twenty fields, with what was sent': (hostile) => {
		const errors = Object.fromEntries(
			Array.from({ length: 20 }, (_, index) => [`field ${index} ${hostile.slice(0, 5_000)}`, hostile]),
		);
		return refused({ message: hostile, errors }, redactor({ body: { message: hostile } }));
	},
	'a listing of a form that is not shown': (hostile) => formOf({ data: [], [hostile]: hostile, next: hostile }),
	'an entry of a thread': (hostile) =>
		threadOf(
			[
				{
					id: hostile,
					html_body: hostile,
					direction: hostile,
					actor_type: hostile,
					actor: { name: hostile },
					created_at: hostile,
				},
			],
			{},
			0,
		),
	...Object.fromEntries(
		(['counting', 'simple', 'wrapped'] as const).map((envelope) => [
			`a page, ${envelope}`,
			(hostile: string) => readPage(page(hostile), envelope, 1),
		]),
	),
	fileNameIn: (hostile) => fileNameIn({ 'content-disposition': hostile }),
	'a file name': (hostile) => fileNameIn({ 'content-disposition': `attachment; filename*=UTF-8'${hostile}` }),
	retryAfter: (hostile) => retryAfterMs({ 'retry-after': hostile }),
	messageOf: (hostile) => messageOf({ data: { message: hostile } }),
	simplified: (hostile) => simplified({ id: hostile, contact: { name: hostile } }, simpleConversation),
	resolvePlainPaths: (hostile) => resolvePlainPaths([hostile, `=${hostile}`, `={{ $json.${hostile}`], {}),
	'a key of Only Once Per': (hostile) => hashOf(hostile),
	'who wrote a message': (hostile) =>
		lastWriter({ contact: { id: hostile, email: hostile, name: hostile }, last_message_by: hostile }, 0),
	'a cell of the trigger': (hostile) => cellOf(COLUMNS.other!({ subject: hostile, other: hostile }, {} as never)),
};

it.each(Object.entries(READERS))('%s does not hang on hostile texts', async (_, read) => {
	for (const hostile of HOSTILE) {
		try {
			await read(hostile);
		} catch {
			// Throwing is fine.
		}
	}
});
