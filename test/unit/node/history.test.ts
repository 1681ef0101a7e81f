import { withoutHistory } from '../../../nodes/Helpdesk/run/text/history';
import { linesOfText, type Line } from '../../../nodes/Helpdesk/run/text/lines';

/** A line of text; one after "»" is marked for certain, one after "|" by its indentation. */
function lineOf(text: string): Line {
	if (text.startsWith('»')) return { text: text.slice(1), quoted: 'sure' };
	if (text.startsWith('|')) return { text: text.slice(1), quoted: 'maybe' };
	return linesOfText(text)[0]!;
}

const linesOf = (mail: string) => mail.split('\n').map(lineOf);

const SAYS = 'On 20 Nov 2026 at 10:04 Acme <help@acme.example> wrote:';
const ORIGINAL = '-----Original Message-----';
const FORWARDED = '---------- Forwarded message ---------';
const wide = (text: string, length: number) => text.padStart(length, '-');
const long = (text: string, length: number) => text.replace('Acme', 'Acme'.padEnd(4 + length - text.length, 'e'));
const head = (...lines: string[]) => ['Hello', ...lines].join('\n');

/** What a mail is, its lines, and the numbers of those that are its writer's; none where all are. */
type Row = [title: string, mail: string, own?: number[]];

function keeps(rows: Row[]): void {
	for (const [title, mail, own] of rows) {
		it(title, () => {
			const lines = linesOf(mail);
			expect(withoutHistory(lines)).toEqual({ own: own?.map((number) => lines[number - 1]) ?? lines, hasHistory: own !== undefined });
		});
	}
}

describe('of quotes that are marked', () => {
	keeps([
		['one that is certain goes', 'Hello\n»Before', [1]],
		['one that may be the writer’s stays', 'I see:\n> npm run build\nWhy?'],
		['one that may be stays where another is certain', 'I see:\n> npm run build\nWhy?\n»Before', [1, 2, 3]],
		['all goes that stands together with what is certain', 'Hello\n> a\n»b\n> c\nBye', [1, 5]],
		['one goes with the line that says whose', `Hello\n${SAYS}\n> Before`, [1]],
		['after it others go too, and before it none', `> a prompt\nHello\n${SAYS}\n> Before\nYes\n> Between\nNo`, [1, 2, 5, 7]],
		['after one without such a line the others stay', 'Hello\n»Before\nI see:\n> npm run build', [1, 3, 4]],
		['nothing else: it stays', '»Before\n»And before'],
		['nothing else but blank and drawn lines: it stays', '\n---\n*_=\n»Before'],
		['nothing else but empty marks: it stays', '>\n> >\n\n»Before'],
		['a word beside it stays', 'Yes\n»Before', [1]],
		['an arrow beside it stays', '-->\n»Before', [1]],
	]);
});

describe('the line above a quote', () => {
	keeps([
		['may have two broken ends', 'Hello\nOn 20 Nov 2026 at 10:04\nAcme Support\n<help@acme.example> wrote:\n> Before', [1]],
		['has no three', 'Hello\nOn 20 Nov 2026 at 10:04\nAcme\nSupport\n<help@acme.example> wrote:\n> Before'],
		['may have three blank lines below', `Hello\n${SAYS}\n\n\n\n> Before`, [1]],
		['has no four', `Hello\n${SAYS}\n\n\n\n\n> Before`],
		['is not looked for above all', '\n> Before\nHello'],
		['may be long', `Hello\n${long(SAYS, 400)}\n> Before`, [1]],
		['is not longer', `Hello\n${long(SAYS, 401)}\n> Before`],
		['may be bold', 'Hello\n*On 20 Nov 2026 at 10:04 Acme <help@acme.example> wrote:*\n> Before', [1]],
		['ends with a colon', 'Hello\nOn 20 Nov 2026 at 10:04 Acme <help@acme.example> wrote: this\n> Before'],
		['needs a date beside the address', 'Hello\nAcme <help@acme.example> wrote:\n> Before'],
		['needs no word for "wrote" beside date and address', 'Hello\n20.11.2026, Acme <help@acme.example>:\n> Before', [1]],
		['without address needs a time', 'Hello\nOn 20 Nov 2026 Acme wrote:\n> Before'],
		['without address needs a word for "wrote"', 'Hello\nOn 20 Nov 2026 at 10:04 we met:\n> Before'],
		['without address may have time and word', 'Hello\nOn 20 Nov 2026 at 10:04 Acme wrote:\n> Before', [1]],
		['may begin a line above its address and time', 'Hello\nOn 20 Nov 2026\nat 10:04 Acme <help@acme.example> wrote:\n> Before', [1]],
		['does not begin so without a date', 'On the telephone\nat 10:04 Acme <help@acme.example> wrote:\n> Before', [1]],
		['does not begin so with another word', 'Hello in 2026\nat 10:04 Acme <help@acme.example> wrote:\n> Before', [1]],
		['does not begin so where it has begun', `On 19 Nov 2026 I called.\n${SAYS}\n> Before`, [1]],
		['does not begin so in an indented line', '|On 19 Nov 2026 I called.\nat 10:04 Acme <help@acme.example> wrote:\n> Before', [1]],
		['does not begin so in a fourth line', 'On 20.11.2026\nat 10:04\nAcme Support\n<help@acme.example> wrote:\n> Before', [1]],
		['may be the first of all', 'at 10:04 Acme <help@acme.example> wrote:\n> Before\nYes', [3]],
		['is none of a quote before', `Hello\n|${SAYS}\n|First\n\n|Before`, [1, 4, 5]],
	]);
});

describe('a quote that says itself whose it is', () => {
	keeps([
		['goes', `Hello\n> ${SAYS}\n> Before`, [1]],
		['goes, marked twice and with a word that is broken', 'Hello\n>> Pe 20 nov. 2026, la 10:04, Acme a\n>> scris:\n>> Before', [1]],
		['goes, indented', 'Hello\n|Pe 20 nov. 2026, la 10:04, Acme\n|a scris:\n|Before', [1]],
		['goes, in three lines', 'Hello\n> On 20 Nov 2026 at 10:04\n> Acme Support\n> <help@acme.example> wrote:\n> Before', [1]],
		['stays, in four lines', 'Hello\n> On 20 Nov 2026 at 10:04\n> Acme\n> Support\n> <help@acme.example> wrote:\n> Before'],
		['goes, in a long line', `Hello\n${long(`> ${SAYS}`, 400)}\n> Before`, [1]],
		['stays, in a longer one', `Hello\n${long(`> ${SAYS}`, 401)}\n> Before`],
		['stays, below a longer one', `Hello\n> ${'a'.repeat(400)}\n> ${SAYS}\n> Before`],
		['is not one whose next line speaks of another', `I see:\n> npm run build\n${SAYS}\n> Before`, [1, 2]],
	]);
});

describe('what is forwarded', () => {
	keeps([
		['stays, with what it quotes', `Hello\n${FORWARDED}\nFrom: Ben\n${SAYS}\n> Before`],
		['stays at the beginning, with what it quotes', `${FORWARDED}\nFrom: Ben\n${SAYS}\n> Before\nYes`],
		['stays below a history', `Hello\n${ORIGINAL}\nBefore\n${FORWARDED}\nA parcel`, [1, 4, 5]],
		['stays within marks where it begins them', `Hello\n»Begin forwarded message:\n»A parcel`],
		['stays within marks below blank lines', `Hello\n»\n»${FORWARDED}\n»A parcel`, [1, 3, 4]],
		['stays within marks below blank lines, above all', `»\n»${FORWARDED}\n»A parcel\nHello`, [2, 3, 4]],
		['stays right below a quote', `Hello\n»Before\n${FORWARDED}\nA parcel\n»Long before`, [1, 3, 4, 5]],
		['goes where somebody else forwarded it', `Hello\n${SAYS}\n> See this.\n> ${FORWARDED}\n> A parcel`, [1]],
		['goes where somebody else forwarded it, above the answer', `»See this.\n»${FORWARDED}\n»A parcel\nHello`, [4]],
		['begins with a long line', `Hello\n${wide(FORWARDED, 400)}\n»A parcel`],
		['does not begin with a longer one', `Hello\n${wide(FORWARDED, 401)}\n»A parcel`, [1, 2]],
		['is no part of a head above it', `Hello\nFrom: Acme\nDate: 20.11.2026\n${FORWARDED}\nTo: Anna`],
	]);
});

describe('a history without marks', () => {
	keeps([
		['begins with a line between messages', `Hello\n${ORIGINAL}\nBefore`, [1]],
		['begins with the blank and drawn lines above it', `Hello\n\n_____\n\n${ORIGINAL}\nBefore`, [1]],
		['begins with a long line', `Hello\n${wide(ORIGINAL, 400)}\nBefore`, [1]],
		['does not begin with a longer one', `Hello\n${wide(ORIGINAL, 401)}\nBefore`],
		['does not begin within marks', `Hello\n»${ORIGINAL}\n»Before\nBye`, [1, 4]],
		['does not begin above the writer’s first words', `${ORIGINAL}\nFrom: Acme\nDate: 20.11.2026\nTo: Anna`],
		['does not begin above them for a drawn line', `_____\n${ORIGINAL}\nHello\n${ORIGINAL}\nBefore`, [1, 2, 3]],
		['stays where its answers are in it', `See below.\n${ORIGINAL}\nBefore`],
		['goes where the word for it is far from the beginning', `${'Hello '.repeat(67)}below\n${ORIGINAL}\nBefore`, [1]],
	]);
});

describe('the head of a message', () => {
	keeps([
		['tells from whom, when and to whom', head('From: Acme', 'Date: 20.11.2026', 'To: Anna', 'Before'), [1]],
		['tells from whom, when and about what', head('From: Acme', 'Date: 20.11.2026', 'Subject: 1042', 'Before'), [1]],
		['may begin with the date', head('Date: 20.11.2026', 'From: Acme', 'To: Anna', 'Before'), [1]],
		['begins with nothing else', head('To: Anna', 'From: Acme', 'Date: 20.11.2026', 'Subject: 1042', 'Before'), [1, 2]],
		['needs a sender', head('Date: 20.11.2026', 'To: Anna', 'Subject: 1042')],
		['needs a date', head('From: Acme', 'To: Anna', 'Subject: 1042')],
		['needs more than sender and date', head('From: Acme', 'Date: 20.11.2026', 'Before')],
		['may have blank lines in it', head('From: Acme', '', '', '', '', '', '', 'Date: 20.11.2026', '', 'To: Anna'), [1]],
		['has its first two lines together', head('From: Acme', 'my friend', 'Date: 20.11.2026', 'To: Anna')],
		['may have eight lines', head('From: Acme', 'Date: 20.11.2026', 'a', 'b', 'c', 'd', 'e', 'To: Anna'), [1]],
		['has no ninth', head('From: Acme', 'Date: 20.11.2026', 'a', 'b', 'c', 'd', 'e', 'f', 'To: Anna')],
		['may have a long line', head('From: Acme', 'Date: 20.11.2026', 'To: Anna'.padEnd(400, 'a')), [1]],
		['has no longer one', head('From: Acme', 'Date: 20.11.2026', 'To: Anna'.padEnd(401, 'a'))],
		['may have bold names', head('*From:* Acme', '*Date*: 20.11.2026', '*To *: Anna'), [1]],
		['may have spaces before the colon', head('De : Acme', '*Envoyé* : 20.11.2026', '*À :* Anna'), [1]],
		['may have wide colons', head('差出人：Acme', '日時：2026/11/20', '宛先：Anna'), [1]],
		['has its names at the beginning', head('so *From: Acme', 'Date: 20.11.2026', 'To: Anna')],
	]);
});

describe('the line above a quote without marks', () => {
	keeps([
		['begins it', `Hello\n${SAYS}\nBefore`, [1]],
		['may have two broken ends', 'Hello\nOn 20 Nov 2026 at 10:04\nAcme Support\n<help@acme.example> wrote:\nBefore', [1]],
		['has no three', 'Hello\nOn 20 Nov 2026 at 10:04\nAcme\nSupport\n<help@acme.example> wrote:\nBefore'],
		['has no blank line in it', 'Hello\nOn 20 Nov 2026 at 10:04\n\nAcme <help@acme.example> wrote:\nBefore'],
		['may have two blank lines below', `Hello\n${SAYS}\n\n\nBefore`, [1]],
		['has no three blank lines below', `Hello\n${SAYS}\n\n\n\nBefore`],
		['has something below', `Hello\n${SAYS}`],
		['has nothing below that is marked', `Hello\n${SAYS}\n»Before\nYes`, [1, 4]],
		['has not what is forwarded for its end', `Hello\nOn 20 Nov 2026 at 10:04 Acme <help@acme.example> wrote\n${FORWARDED}:\nA parcel`],
		['may be long', `Hello\n${long(SAYS, 399)}\nBefore`, [1]],
		['is not longer', `Hello\n${long(SAYS, 400)}\nBefore`],
		['begins as such a line does', 'Hello\nYesterday, 20 Nov 2026 at 10:04, Acme <help@acme.example> wrote:\nBefore'],
		['needs an address', 'Hello\nOn 20 Nov 2026 at 10:04 Acme wrote:\nBefore'],
		['needs a date', 'Hello\nOn Friday Acme <help@acme.example> wrote:\nBefore'],
		['needs a time', 'Hello\nOn 20 Nov 2026 Acme <help@acme.example> wrote:\nBefore'],
		['needs a word for "wrote"', 'Hello\nOn 20 Nov 2026 at 10:04 I called <help@acme.example>:\nBefore'],
		['may end with a wide colon', 'Hello\n2026年11月20日 10:04 Acme <help@acme.example> のメール：\nBefore', [1]],
	]);
});
