import { linesOf, type Line } from '../../../nodes/shared/text/lines';

/** As the lines are written in the tables: "|" before one that is marked as a quote. */
const shown = (lines: Line[]) => lines.map(({ text, isQuote }) => (isQuote ? '|' : '') + text);
const ofHtml = (html: string) => shown(linesOf({ html, text: 'plain' }));
const ofText = (text: string) => shown(linesOf({ text }));

type Row = [title: string, html: string, ...lines: string[]];

function reads(rows: Row[]): void {
	for (const [title, html, ...lines] of rows) it(title, () => expect(ofHtml(html)).toEqual(lines));
}

describe('lines of plain text', () => {
	it('end at the line ends of every system', () => {
		expect(ofText('a\r\nb\nc\rd\ve\ff\u0085g\u2028h\u2029i')).toEqual([...'abcdefghi']);
		expect(ofText('a\r\n\r\nb')).toEqual(['a', '', 'b']);
	});

	it('are quotes if they begin with ">"', () => {
		expect(ofText('> a\n >b\nc > d')).toEqual(['|> a', '|>b', 'c > d']);
	});

	it('have one space for white space of any kind', () => expect(ofText(' a \t\u00a0 b ')).toEqual(['a b']));

	it('have no invisible characters, except the joiner of an emoji', () => {
		const unseen = '\0\u00ad\u034f\u061c\u115f\u17b4\u180b\u200b\u200e\u202e\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0\ufff9\u{e0041}\u{e0100}';
		expect([...unseen].map((each) => ofText(`a${each}b`)[0])).toEqual([...unseen].map(() => 'ab'));
		expect(ofText('👩\u200d💻 a\u200c\u200db')).toEqual(['👩\u200d💻 ab']);
	});

	it('are read if the HTML shows nothing', () => {
		expect(ofHtml('<div><br></div>')).toEqual(['plain']);
		expect(shown(linesOf({}))).toEqual(['']);
	});
});

describe('lines of HTML', () => {
	reads([
		['end with an element that is no part of a line', 'a<div>b</div>c<hr>d', 'a', 'b', 'c', 'd'],
		['do not end within a line', 'a<b>b</b><o:p>c</o:p>\n d', 'abc d'],
		['end with the text', 'a<br>b', 'a', 'b'],
		['are blank where a line is broken twice', 'a<br><br>b', 'a', '', 'b'],
		['are not blank for elements around elements', '<div><div>a</div></div><div></div><div>b</div>', 'a', 'b'],
		['are none for the space between elements', '<div>a</div> \n<div>b</div>', 'a', 'b'],
		['have one blank line around a paragraph', 'a<p>b</p><p>c</p>d', 'a', '', 'b', '', 'c', '', 'd'],
		['have none above the first paragraph', '<p>a', 'a'],
		['have one behind an indentation', '<blockquote>a</blockquote>b', '|a', '|', 'b'],
		['begin with a dash in a list', '<ul><li>a</li><li>b</li></ul>', '- a', '- b'],
		['end with each cell of a table', '<table><tr><th>a</th><td>b</td></tr></table>', 'a', 'b'],
		['are as they stand where they are preformatted', '<pre>a\nb\n\nc</pre>d\ne', 'a', 'b', '', 'c', 'd e'],
		['are so with elements in them', '<pre>a<b>b</b>\nc</pre>', 'ab', 'c'],
		['are so up to the end of the outer one', '<pre>a<pre>b\nc</pre>d\ne</pre>f\ng', 'a', 'b', 'c', 'd', 'e', 'f g'],
		['are so after one end too many', '</pre><pre>a\nb</pre>', 'a', 'b'],
	]);
});

describe('quotes in HTML', () => {
	reads([
		['are blockquotes', 'a<blockquote>b<br><br>c</blockquote>', 'a', '|b', '|', '|c', '|'],
		['are so up to the end of the outer one', '<blockquote><blockquote>a</blockquote>b</blockquote>c', '|a', '|', '|b', '|', 'c'],
		['are so after one end too many', 'a</blockquote><blockquote>b</blockquote>', 'a', '', '|b', '|'],
		['are lines that begin with ">"', '<div> &gt; a</div><div>b</div>', '|> a', 'b'],
	]);
});

describe('text that its own element hides', () => {
	const styles = [
		'display:none',
		'DISPLAY: NONE',
		'display :none !important',
		'color:red;visibility : hidden',
		'display:block;display:none',
		'display&colon;none',
	];
	const sizes = ['font-size:0', 'font-size : 0px', 'font-size:0.0pt;', 'font-size:.0em ;', 'font-size:0%;color:red'];
	it.each([...styles, ...sizes])('is replaced by a mark for the style %s', (style) => {
		expect(ofHtml(`<div style="${style}">a</div>b`)).toEqual(['[hidden text]', 'b']);
	});

	it.each(['display:block', 'display:none;display:block', 'font-size:0.9em', 'font-size:.05em', 'font-size:10px'])('is shown for %s', (style) => {
		expect(ofHtml(`<div style="${style}">a</div>b`)).toEqual(['a', 'b']);
	});

	reads([
		['has a mark for the attribute too', '<div hidden>a</div>b', '[hidden text]', 'b'],
		['has no mark if there is none', '<div hidden> &nbsp;</div>b', 'b'],
		['goes by the first of two attributes', '<div style="display:none" style="color:red">a</div>b', '[hidden text]', 'b'],
		['ends with its element', '<div hidden><div>a</div>b<p hidden>c</p></div>d', '[hidden text]', '', 'd'],
		['ends with a paragraph that is not closed', '<p hidden>a<p>b', '[hidden text]', '', 'b'],
		['ends with the block around it', '<td><span hidden>a</td><td>b</td><p><b hidden>c</p>d', '[hidden text]', 'b', '', '[hidden text]', '', 'd'],
		['does not end with a block that never began', '<div><span hidden>a</p>b</span>c</div>', '[hidden text]', '', 'c'],
		['ends with the mail', 'a<div hidden>b', 'a', '[hidden text]'],
		['shows text that has a size of its own again', '<td style="font-size:0"><div style="font-size:13px">a</div></td>b', 'a', 'b'],
		['hides what has no size beside it', '<td style="font-size:0">a<b style="font-size:1em">b</b>c</td>d', '[hidden text]b', 'd'],
		['shows nothing in what is not displayed', '<div style="display:none"><b style="font-size:9px">a</b></div>b', '[hidden text]', 'b'],
		['shows what is visible in what is not', '<p style="visibility:hidden"><b style="visibility:visible">a</b></p>b', 'a', '', 'b'],
		['is not what follows an image', '<img style="display:none">a', 'a'],
		['is not that of style sheets, which are not evaluated', '<style>.a { display: none }</style><p class="a">b', 'b'],
	]);
});

describe('images', () => {
	reads([
		['are named by their text', 'see <img src="cid:1" alt="caf&eacute;.png">!', 'see', '[image: café.png]!'],
		['are named by their file', '<img src="https://x.example/a/label.png?size=1">', '[image: label.png]'],
		['are named by the file of an attachment', '<img alt="" src="cid:label.png@01DA">', '[image: label.png]'],
		['are named by the file that the helpdesk does not load', '<img safe-src="/a/label.png">', '[image: label.png]'],
		['without a name are images', '<img src="data:image/png;base64,AAAA"><img>', '[image]', '[image]'],
		['that are too small to be seen are left out', 'a<img src="open.gif" width="1" height="1">', 'a'],
	]);
});

describe('non-text markup is left out', () => {
	reads([
		['styles, scripts and titles', '<style>a</style><script>b</script><title>c</title>d', 'd'],
		['templates, with what is in them', '<template>a<p>b</p>c &amp; d</template>e', 'e'],
		['comments', 'a<!-- b -->c', 'ac'],
		['but not text before a stray comment end', 'a --> b', 'a --> b'],
		['but not an unclosed comment', 'a<!-- <b>b</b>', 'a<!-- b'],
		['and the empty comment <!-->', 'a<!-->b', 'ab'],
		['and all but an unclosed last comment', 'a<!-- b --> c <!-- d', 'a c <!-- d'],
	]);
});

describe('a "<" that begins no tag stands for itself', () => {
	reads([
		['of an address', 'a <anna@example.com>', 'a <anna@example.com>'],
		['of a comparison', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['of a type', 'a List<String>', 'a List<String>'],
		['of an attribute', '<p title="<style> is a tag">a <img alt="b < c" src=x>d', 'a', '[image: b < c]d'],
		['of a tag that is not closed', 'a <b', 'a <b'],
		['and not of tags, in any case', 'a<B>b</B><BR/>c', 'ab', 'c'],
		['and not of those of Word', '<!DOCTYPE html><o:p>a</o:p><![if !x]>b<![endif]>', 'ab'],
		['and entities are read', '&lt;p&gt; &amp; &#x1f600;', '<p> & 😀'],
	]);
});
