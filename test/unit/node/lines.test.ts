import { linesOfHtml, linesOfText, type Line } from '../../../nodes/Helpdesk/run/text/lines';

/** As the lines are written in the tables: "»" before one that is marked for certain, "|" before one that may be. */
const shown = (lines: Line[]) => lines.map(({ text, quoted }) => ({ no: '', maybe: '|', sure: '»' })[quoted] + text);

type Row = [title: string, html: string, ...lines: string[]];

function reads(rows: Row[]): void {
	for (const [title, html, ...lines] of rows) it(title, () => expect(shown(linesOfHtml(html))).toEqual(lines));
}

describe('of bare text', () => {
	it('each line ends where any system ends it', () => {
		expect(shown(linesOfText('a\r\nb\nc\rd\ve\ff\u0085g\u2028h\u2029i'))).toEqual([...'abcdefghi']);
		expect(shown(linesOfText('a\r\n\r\nb'))).toEqual(['a', '', 'b']);
	});

	it('a line that begins with ">" may be a quote', () => {
		expect(shown(linesOfText('> a\n >b\nc > d'))).toEqual(['|> a', '>b', 'c > d']);
	});

	it('spaces of all kinds are one, and that behind "--" stays', () => {
		expect(shown(linesOfText(' a \t\u00a0 b \n-- \n--\t\n-- a '))).toEqual(['a b', '-- ', '-- ', '-- a']);
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
		['may be what is indented', 'a<blockquote>b<br><br>c</blockquote>', 'a', '|b', '|', '|c', '|'],
		['may be so with elements in them', '<blockquote>a<b>b</b></blockquote>', '|ab', '|'],
		['may be so up to the end of the outer indentation', '<blockquote><blockquote>a</blockquote>b</blockquote>c', '|a', '|', '|b', '|', 'c'],
		['may be so after one end too many', 'a</blockquote><blockquote>b</blockquote>', 'a', '', '|b', '|'],
		['may be a line that begins with ">"', '<div> &gt; a</div><div>b</div>', '|> a', 'b'],
		['are what a mail program cites', '<blockquote type="CITE">a</blockquote>b', '»a', '»', 'b'],
		['are that too where they begin with ">"', '<blockquote type="cite">&gt; a</blockquote>', '»> a', '»'],
		['are not what is cited in another element', '<div type="cite">a</div>', 'a'],
		['are what has the class of a mail program', '<blockquote class="x gmail_quote" id="1">a</blockquote>b', '»a', '»', 'b'],
		['are what has the ID of a mail program', '<div id="yahoo_quoted_1">a</div>b', '»a', 'b'],
		['are not what is around them in Gmail', '<div class="gmail_quote" id="1">a</div>', 'a'],
		['are what other programs put around them', '<div class="yahoo_quoted">a</div>', '»a'],
		['go up to the end of their element', '<div class="zmail_extra"><div>a</div>b<p>c</p></div>d', '»a', '»b', '»', '»c', '»', 'd'],
		['go up to the end of the outer one', '<div class="zmail_extra"><p id="moz-cite-prefix">a</p>b</div>c', '»a', '»', '»b', 'c'],
		['are not seen in a class without end', `<div class="${'x '.repeat(1_000)}zmail_extra">a</div>`, 'a'],
		['are seen in a long class', `<div class="${'x'.repeat(1_989)}zmail_extra">a</div>`, '»a'],
		['are not seen in an ID without end', `<div id="${'x '.repeat(1_000)}zmail_extra">a</div>`, 'a'],
		['are no elements without content', '<img class="zmail_extra">a', 'a'],
	]);
});

describe('what nobody sees in HTML is left out', () => {
	const styles = ['display:none', 'DISPLAY: NONE', 'display :none', 'visibility:hidden', 'visibility : hidden', 'mso-hide:all', 'mso-hide : all'];
	const sizes = ['font-size:0', 'font-size : 0', 'font-size:0px', 'font-size:0pt;', 'font-size:0em ;', 'font-size:0%;color:red', 'font-size:0 '];
	it.each([...styles, ...sizes, `${' '.repeat(1_988)}display:none`])('for its style: %s', (style) => {
		expect(shown(linesOfHtml(`<div style="${style}">a</div>b`))).toEqual(['b']);
	});

	it.each(['display:block', 'font-size:0.9em', 'font-size:10px', 'mso-hide:none', `${' '.repeat(2_000)}display:none`])('not for %s', (style) => {
		expect(shown(linesOfHtml(`<div style="${style}">a</div>b`))).toEqual(['a', 'b']);
	});

	reads([
		['for its attribute', '<div hidden>a</div>b', 'b'],
		['for the first of two styles', '<div style="display:none" style="color:red">a</div>b', 'b'],
		['for the second of two styles', '<div style="color:red;" style="display:none">a</div>b', 'b'],
		['for its attribute, with a value', '<div hidden="hidden">a</div>b', 'b'],
		['up to the end of its element', '<div hidden><div>a</div>b<span>c</span></div>d', 'd'],
		['and not further for one in it', '<div hidden><p hidden>a</p>b</div>c<p>d</p>', 'c', '', 'd', ''],
		['and nothing else for a picture', '<img style="display:none">a', 'a'],
		['of styles', '<style>a</style>b', 'b'],
		['of scripts', '<script>a</script>b', 'b'],
		['of titles', '<title>a</title>b', 'b'],
		['of templates, with what is in them', '<template>a<p>b</p>c &amp; d</template>e', 'e'],
		['of comments', 'a<!-- b -->c', 'ac'],
		['and nothing before the end of no comment', 'a --> b', 'a --> b'],
		['of no comment that never ends', 'a<!-- <b>b</b>', 'a<!-- b'],
		['of a comment that ends as it begins', 'a<!-->b', 'ab'],
		['of comments up to the last of them', 'a<!-- b --> c <!-- d', 'a c <!-- d'],
	]);
});

describe('a "<" that begins no tag stands for itself', () => {
	reads([
		['of an address', 'a <anna@example.com>', 'a <anna@example.com>'],
		['of a comparison', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['of a type', 'a List<String>', 'a List<String>'],
		['of a tag that is not closed', 'a <b', 'a <b'],
		['and not of tags, in any case', 'a<B>b</B><BR/><img src="x">c', 'ab', 'c'],
		['and not of those of Word', '<!DOCTYPE html><o:p>a</o:p><![if !x]>b<![endif]>', 'ab'],
		['and entities are read', '&lt;p&gt; &amp; &#x1f600;', '<p> & 😀'],
	]);
});
