import { tagIdOf, TagName } from '../../../../nodes/shared/lookup/tags';
import type { Lookup } from '../../../../nodes/shared/lookup/lookup';
import { matching } from '../../../../nodes/shared/pickers/picker';
import { utcDate } from '../../../../nodes/shared/fields/date';
import { filterConditions, filterTree } from '../../../../nodes/shared/fields/filter';
import { htmlMessage } from '../../../../nodes/Helpdesk/fields/message';
import { emailList, jsonObject, text, textList } from '../../../../nodes/shared/fields/readers';
import { hashOf } from '../../../../nodes/Helpdesk/run/once/keys';
import { contextText } from '../../../../nodes/Helpdesk/run/context/contextText';
import { ownWordsOf } from '../../../../nodes/Helpdesk/run/text/ownWords';
import { plainText } from '../../../../nodes/Helpdesk/run/text/plainText';
import { SoughtText } from '../../../../nodes/Helpdesk/run/once/soughtText';
import { resolvePlainPaths } from '../../../../nodes/shared/plainPath';
import { simpleConversation, simplified } from '../../../../nodes/shared/simplify';
import { watchedFields } from '../../../../nodes/HelpdeskTrigger/core/watched';
import { isByContact } from '../../../../nodes/shared/lastMessage';
import { ValueTable } from '../../../../nodes/HelpdeskTrigger/core/fingerprints';
import { timeOf } from '../../../../nodes/HelpdeskTrigger/core/times';
import { scheduledIdIn } from '../../../../nodes/shared/lookup/scheduledReplies';
import {
	ApiError,
	errorText,
	fileNameIn,
	idText,
	mayHaveMore,
	messageOf,
	readCredential,
	readPage,
	recordOr,
	relativePath,
	threadOf,
} from '../../../../transport';
import { announcesMore } from '../../../../transport/answers/signsOfMore';
import { hidingSent } from '../../../../transport/sentText';
import { shapeOf } from '../../../../transport/answers/shape';
import { retryAfterMs } from '../../../../transport/retryTiming';
import { withoutToken } from '../../../../transport/withoutToken';

/** Characters of the longest text. */
const MAX_LENGTH = 1_000_000;

/** From one length to the next. */
const STEP = 4;

/** Linear time grows by 4 a step, quadratic time by 16. */
const MAX_GROWTH = 12;

/** Below it, in ms of the processor, growth is noise. */
const MIN_MS = 40;

/** In ms of the processor, for the shortest text: what reads it is slow at first, and where other tests run beside it. */
const MAX_FIRST_MS = 2_000;

const context = { label: 'Field', timezone: 'Europe/Berlin' };

/** Texts that make one careless expression or another slow. */
const HOSTILE: Record<string, (length: number) => string> = {
	'tags that are never closed': repeated('<a'),
	'tags that are opened and never closed': repeated('<div>'),
	'tags opened, and others closed': (length) => repeated('<b>')(length / 2) + repeated('</i>')(length / 2),
	'comments that are never closed': repeated('<!--'),
	'quotes that are never closed': repeated('<a b="'),
	'scripts that are never closed': repeated('<script>'),
	'CDATA that is never closed': repeated('<![CDATA['),
	'half an end of a script': (length) => `<script>${repeated('</scrip')(length)}`,
	'starts of entities': repeated('&'),
	'entities without an end': repeated('&#'),
	'a number of an entity without an end': (length) => `&#${repeated('1')(length)}`,
	'half of a long entity': repeated('&CounterClockwiseContourIntegra'),
	'spaces before a letter': (length) => `${repeated(' ')(length)}x`,
	'line breaks': repeated('\r\n\r'),
	brackets: repeated('('),
	'spaces and brackets': repeated(' ('),
	'slashes before a letter': (length) => `${repeated('/')(length)}x`,
	'dots and slashes': repeated('/..'),
	'an address of dots': (length) => `a@${repeated('a.')(length)}@`,
	addresses: repeated('a@'),
	'empty paragraphs': repeated('<p></p>'),
	'spaces in a tag': repeated('<p '),
	'zero-width spaces': repeated('\u200b'),
	commas: repeated(','),
	digits: repeated('1'),
	'a date without an end': (length) => `2026-03-31T09:00:00.${repeated('0')(length)}`,
	'hyphens and digits': repeated('0-'),
	'almost an id': repeated('01234567-0123-0123-0123-'),
	'file names': repeated("filename*=UTF-8'"),
	'percent signs': repeated('%'),
	'signs escaped again and again': repeated('%2525&amp;#37;'),
	'open brackets of JSON': repeated('['),
	'nested JSON': repeated('{"a":'),
	'paths into an item': (length) => `={{ $json${repeated('.a')(length)} }`,
	letters: repeated('ab'),
	'quotation marks': repeated('"'),
	backslashes: repeated('\\'),
	'halves of characters': repeated('\ud800'),
	'lines of a quote': repeated('> a\n'),
	'lines above a quote, and none': repeated('On Fri, Nov 20, 2026 at 10:04 AM A <a@b.example> wrote:\n'),
	'heads of messages': repeated('From: a\n'),
	'heads of messages with blank lines': repeated('From: a\n\n\nSent: b\n'),
	'heads that quote': repeated('> On 20.11.2026 10:04, A <a@b.example> wrote:\n\n'),
	signatures: repeated('-- \n'),
	'signatures without a space, and a word': repeated('--\nword word word word\n'),
	'lines between messages': repeated('-----Original Message-----\n'),
	'forwarded messages in quotes': repeated('> ---------- Forwarded message ---------\n\n'),
	'quotes in quotes': repeated('<blockquote type="cite">'),
	'hidden parts': repeated('<div style="display:none">'),
	'addresses without an end': (length) => `${repeated('a@b.')(length)} wrote:`,
	'words of one line': (length) => `--\n${repeated('word ')(length)}.`,
};

function repeated(piece: string): (length: number) => string {
	return (length) => piece.repeat(Math.ceil(length / piece.length));
}

const answered = (body: object) => ({ kind: 'answer' as const, answer: { status: 422, headers: {}, body } });
const failed = (message: string) =>
	new ApiError({ method: 'POST', path: '/x' }, answered({ message, errors: { subject: [message], [message]: message }, id: message }), false, 1);
const TOKEN_KNOWN = readCredential({ baseUrl: 'https://x.example/v1', accessToken: '7|some-token-of-a-team' });
const tags = Array.from({ length: 3 }, (_, index) => `Tag ${index}`);
const lookupOf = (names: string[]) =>
	({ cache: { recall: async () => names.map((name) => ({ id: name, name })) }, account: '', maxAgeMs: 0 }) as unknown as Lookup;
const page = (value: string) => ({ data: [{ id: value }], meta: { current_page: value, last_page: value, per_page: value }, links: { next: value } });

/** All that is handed a customer's text, or what stands in an answer or in an item. */
const READERS: Record<string, (hostile: string) => unknown> = {
	plainText,
	'the own words of a mail, text': (hostile) => ownWordsOf({ text: hostile }),
	'the own words of a mail, HTML': (hostile) => ownWordsOf({ html: hostile }),
	'the own words of a mail, above a quote': (hostile) =>
		ownWordsOf({ text: `Hello\n${hostile}\nOn 20.11.2026 10:04, A <a@b.example> wrote:\n> b` }),
	'a context of a conversation': (hostile) => contextText({ subject: hostile, zone: 'UTC' }, [{ text: hostile } as never], 0),
	'a message in which a text is sought': (hostile) => new SoughtText('x').inMessage({ html_body: hostile }),
	'a text that is sought': (hostile) => new SoughtText(hostile).inMessage({ text_body: `${hostile.slice(1)}y` }),
	'a text beside the messages': (hostile) => new SoughtText('A text of some letters').mayBe(hostile),
	htmlMessage: (hostile) => htmlMessage({ message: hostile, messageFormat: 'text' }),
	'htmlMessage, of HTML': (hostile) => htmlMessage({ message: `<p>${hostile}`, messageFormat: 'html' }),
	'a tag by its name': async (hostile) => await tagIdOf(new TagName(hostile), {}, lookupOf(tags)),
	'a tag among others': async (hostile) => await tagIdOf(new TagName('Tag'), {}, lookupOf([hostile, hostile])),
	'a tag that is almost named so': async (hostile) => await tagIdOf(new TagName(`x${hostile}`), {}, lookupOf([hostile])),
	'a tag that is named twice': async (hostile) => await tagIdOf(new TagName(hostile), {}, lookupOf([hostile, hostile])),
	"a picker's search": (hostile) => matching([{ name: hostile, value: '1' }], { filter: 'a b' } as never),
	utcDate: (hostile) => utcDate(hostile, context),
	textList: (hostile) => textList(hostile, context),
	emailList: (hostile) => emailList(hostile, context),
	'an e-mail address among others': (hostile) => emailList([hostile], context),
	jsonObject: (hostile) => jsonObject(hostile, context),
	filterConditions: (hostile) => filterConditions({ condition: [{ attribute: hostile, comparison: hostile, values: hostile }] }, context),
	filterTree: (hostile) => filterTree(hostile, context),
	text: (hostile) => text(hostile, context),
	idText: (hostile) => idText(hostile, 'ID'),
	relativePath: (hostile) => relativePath(hostile, 'https://x.example/v1'),
	'errorText, of an answer': (hostile) => errorText(failed(hostile), { action: 'Do it' }),
	'errorText, of a refused download': (hostile) =>
		errorText(
			new ApiError(
				{ method: 'GET', path: '/x' },
				{ kind: 'answer', answer: { status: 422, headers: {}, body: Buffer.from(hostile) } },
				false,
				1,
			),
			{ action: 'Do it' },
		),
	'what was sent, in an answer that repeats it': (hostile) => hidingSent({ body: { message: hostile } })(hostile),
	'what was sent, in an answer that does not repeat it': (hostile) =>
		hidingSent({ body: { message: hostile } })('A message of some length. '.repeat(500)),
	'an answer without the token': (hostile) => withoutToken(hostile, TOKEN_KNOWN, 300),
	'a refusal of twenty fields, with what was sent': (hostile) => {
		const errors = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field ${index} ${hostile.slice(0, 5_000)}`, hostile]));
		const hide = hidingSent({ body: { message: hostile } });
		return new ApiError({ method: 'POST', path: '/x' }, answered({ message: hostile, errors }), false, 1, undefined, hide);
	},
	'what an answer says of more': (hostile) =>
		[announcesMore, mayHaveMore].map((says) => {
			const answer = {
				status: 200,
				headers: { link: hostile, 'content-range': hostile },
				body: { data: [], [hostile]: hostile, next: hostile },
			};
			return says === mayHaveMore ? mayHaveMore([answer], 1) : announcesMore(answer, 1);
		}),
	'an entry of a thread': (hostile) =>
		threadOf([{ id: hostile, body: hostile, direction: hostile, author: { name: hostile }, created_at: hostile }]),
	'a scheduled reply': (hostile) => scheduledIdIn({ data: { id: 'm1', scheduled_at: hostile, text_body: '', html_body: hostile } }),
	shapeOf: (hostile) => shapeOf({ [hostile]: hostile, list: [hostile] }),
	...Object.fromEntries(
		(['counting', 'simple', 'wrapped'] as const).map((envelope) => [
			`a page, ${envelope}`,
			(hostile: string) => readPage(page(hostile), envelope, 1),
		]),
	),
	fileNameIn: (hostile) => fileNameIn({ 'content-disposition': hostile }),
	'a file name': (hostile) => fileNameIn({ 'content-disposition': `attachment; filename*=UTF-8'${hostile}` }),
	retryAfter: (hostile) => retryAfterMs(hostile, 0),
	messageOf: (hostile) => messageOf({ data: { message: hostile } }),
	recordOr: (hostile) => recordOr('c1', { [hostile]: hostile }),
	simplified: (hostile) => simplified({ id: hostile, contact: { name: hostile } }, simpleConversation),
	resolvePlainPaths: (hostile) => resolvePlainPaths([hostile, `=${hostile}`, `={{ $json.${hostile}`], {}),
	'a key of Only Once Per': (hostile) => hashOf('addNote', hostile),
	'who wrote a message': (hostile) => isByContact({ contact: { id: hostile, email: hostile, name: hostile }, last_message_by: hostile }, new Set()),
	'a time in a record': (hostile) => timeOf(hostile),
	'a fingerprint of a record': (hostile) =>
		watchedFields(['any']).fingerprint({ subject: hostile, tags: [hostile], status: hostile, other: hostile }, new ValueTable()),
};

/** How many shares the texts have. */
export const PARTS = 6;

/**
 * Defines the tests.
 *
 * @param part which share of the texts each reader is given, from 0 on; by default all
 */
export function describeLinearTime(part?: number): void {
	describe("what sees a customer's text takes time in proportion to its length, up to 1 MB", () => {
		it.each(Object.entries(READERS).map(([name, read], index) => ({ name, read, index })))(
			'$name',
			async ({ read, index }) => {
				const texts = Object.entries(HOSTILE).filter((_, at) => part === undefined || (at + index) % PARTS === part);
				expect(texts.length).toBeGreaterThanOrEqual(Math.floor(Object.keys(HOSTILE).length / PARTS));
				for (const [name, make] of texts) expect([name, await worstGrowth(read, make)]).toEqual([name, 'linear']);
			},
			600_000,
		);
	});
}

async function worstGrowth(read: (text: string) => unknown, make: (length: number) => string): Promise<string> {
	let before: number | undefined;
	for (let length = MAX_LENGTH / STEP ** 3; length <= MAX_LENGTH; length *= STEP) {
		const most = before === undefined ? MAX_FIRST_MS : MAX_GROWTH * Math.max(before, MIN_MS);
		before = await leastMs(read, make(length), most);
		if (before > most) return `${before} ms for ${length} characters`;
	}
	return 'linear';
}

/** Of the processor, the least of some turns: what else the machine does makes single ones longer. */
async function leastMs(read: (text: string) => unknown, hostile: string, enough: number): Promise<number> {
	let least = Infinity;
	for (let turn = 0; turn < 4 && least > enough / 2; turn += 1) {
		const begin = process.cpuUsage();
		try {
			await read(hostile);
		} catch {
			// A refusal is an answer.
		}
		const { user, system } = process.cpuUsage(begin);
		least = Math.min(least, (user + system) / 1_000);
	}
	return least;
}
