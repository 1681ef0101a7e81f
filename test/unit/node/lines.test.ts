import { linesOf, type Line } from '../../../nodes/shared/text/lines';

/** Formats lines as in the tables: "|" before a quoted line. */
const shown = (lines: Line[]) => lines.map(({ text, isQuote }) => (isQuote ? '|' : '') + text);
const ofHtml = (html: string, text = '') => shown(linesOf({ html, text }));
const ofText = (text: string) => shown(linesOf({ text }));

type Row = [title: string, html: string, ...lines: string[]];

function reads(rows: Row[]) {
	for (const [title, html, ...lines] of rows) it(title, () => expect(ofHtml(html)).toEqual(lines));
}

describe('lines of plain text', () => {
	it('end at the line breaks of every system', () => {
		expect(ofText('a\r\nb\nc\rd\ve\ff\u0085g\u2028h\u2029i')).toEqual([...'abcdefghi']);
		expect(ofText('a\r\n\r\nb')).toEqual(['a', '', 'b']);
	});

	it('are quotes if they begin with ">"', () => {
		expect(ofText('> a\n >b\nc > d')).toEqual(['|> a', '|>b', 'c > d']);
	});

	it('contain one space for white space of any kind', () => expect(ofText(' a \t\u00a0 b ')).toEqual(['a b']));

	it('contain no invisible characters, except the joiner of an emoji', () => {
		const unseen =
			'\0\u00ad\u034f\u061c\u115f\u17b4\u180b\u200b\u200e\u202e\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0\ufff9\u{e0041}\u{e0100}';
		expect([...unseen].map((each) => ofText(`a${each}b`)[0])).toEqual([...unseen].map(() => 'ab'));
		expect(ofText('👩\u200d💻 a\u200c\u200db')).toEqual(['👩\u200d💻 ab']);
	});

	it('are used if the HTML shows no text', () => {
		expect(ofHtml('<div><br></div>', 'plain')).toEqual(['plain']);
		expect(shown(linesOf({}))).toEqual(['']);
	});

	it('are used beside images if the HTML shows no text, and each image is named once', () => {
		const html = '<a href="https://x.example"><img alt="logo"></a><img src="cid:1" alt="photo">';
		expect(ofHtml(html, 'See [image: photo]\nHello')).toEqual([
			'See [image: photo]',
			'Hello',
			'[image: logo] (https://x.example)',
		]);
		expect(ofHtml('a<img alt="logo">', 'plain')).toEqual(['a', '[image: logo]']);
		expect(ofHtml('<b hidden>a</b><img alt="logo">', 'plain')).toEqual(['[hidden text]', '[image: logo]']);
	});
});

describe('lines of HTML', () => {
	reads([
		['end at a block element', 'a<div>b</div>c<hr>d', 'a', 'b', 'c', 'd'],
		['do not end at an inline element or a line break in the source', 'a<b>b</b><o:p>c</o:p>\n d', 'abc d'],
		['end at the end of the text', 'a<br>b', 'a', 'b'],
		['are blank after a double line break', 'a<br><br>b', 'a', '', 'b'],
		['are not blank for nested or empty elements', '<div><div>a</div></div><div></div><div>b</div>', 'a', 'b'],
		['are not added for white space between elements', '<div>a</div> \n<div>b</div>', 'a', 'b'],
		['have one blank line around a paragraph', 'a<p>b</p><p>c</p>d', 'a', '', 'b', '', 'c', '', 'd'],
		['have no blank line above the first paragraph', '<p>a', 'a'],
		['have one blank line after an indented block', '<blockquote>a</blockquote>b', '|a', '|', 'b'],
		['begin with a dash for a list item', '<ul><li>a</li><li>b</li></ul>', '- a', '- b'],
		['begin with the dash if the text of the item is a paragraph', '<li><p>a</p></li>b', '- a', '', 'b'],
		[
			'begin with the number of a list item',
			'<ol start="2"><li>a<ul><li>b</li></ul></li><li value="7">c</li><li><p>d</p></li></ol><ol type="A"><li>e</li></ol>',
			...['2. a', '- b', '7. c', '', '8. d', '', '1. e'],
		],
		[
			'contain the cells of a row',
			'<table><tr><th>a</th><td></td><td><p>b</p></td><td>&nbsp;</td></tr><tr><td>c<td>d</table>e',
			...['a | b', '', 'c | d', 'e'],
		],
		['contain the cells of an inner table', '<tr><td><table><tr><td>a<td>b</table></td><td>c', 'a | b', 'c'],
		[
			'end with a cell that has several lines',
			'<table><tr><td>a<br>b</td><td>c</td><td>d<br>e</td><td>f</td></tr></table>',
			...['a', 'b', 'c | d', 'e', 'f'],
		],
		['stay unchanged in preformatted text', '<pre>a\nb\n\nc</pre>d\ne', 'a', 'b', '', 'c', 'd e'],
		['stay unchanged in preformatted text with elements inside', '<pre>a<b>b</b>\nc</pre>', 'ab', 'c'],
		[
			'stay unchanged up to the end of the outer preformatted element',
			'<pre>a<pre>b\nc</pre>d\ne</pre>f\ng',
			'a',
			'b',
			'c',
			'd',
			'e',
			'f g',
		],
		['stay unchanged in preformatted text after a surplus end tag', '</pre><pre>a\nb</pre>', 'a', 'b'],
	]);
});

describe('quotes in HTML', () => {
	reads([
		['come from blockquote elements', 'a<blockquote>b<br><br>c</blockquote>', 'a', '|b', '|', '|c', '|'],
		[
			'end with the outer blockquote',
			'<blockquote><blockquote>a</blockquote>b</blockquote>c',
			'|a',
			'|',
			'|b',
			'|',
			'c',
		],
		['are recognized after a surplus end tag', 'a</blockquote><blockquote>b</blockquote>', 'a', '', '|b', '|'],
		['come from lines that begin with ">"', '<div> &gt; a</div><div>b</div>', '|> a', 'b'],
	]);
});

describe('hidden text in HTML', () => {
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

	it.each(['display:block', 'display:none;display:block', 'font-size:0.9em', 'font-size:.05em', 'font-size:10px'])(
		'is shown with the style %s',
		(style) => {
			expect(ofHtml(`<div style="${style}">a</div>b`)).toEqual(['a', 'b']);
		},
	);

	reads([
		['is replaced by a mark for the attribute "hidden"', '<div hidden>a</div>b', '[hidden text]', 'b'],
		['gets no mark if the hidden element is empty', '<div hidden> &nbsp;</div>b', 'b'],
		[
			'follows the first of two style attributes',
			'<div style="display:none" style="color:red">a</div>b',
			'[hidden text]',
			'b',
		],
		['ends at the end of its element', '<div hidden><div>a</div>b<p hidden>c</p></div>d', '[hidden text]', '', 'd'],
		['ends at the next paragraph if its own is not closed', '<p hidden>a<p>b', '[hidden text]', '', 'b'],
		[
			'ends with the block around it',
			'<td><span hidden>a</td><td>b</td><p><b hidden>c</p>d',
			'[hidden text] | b',
			'',
			'[hidden text]',
			'',
			'd',
		],
		[
			'does not end at the end tag of a block that never began',
			'<div><span hidden>a</p>b</span>c</div>',
			'[hidden text]',
			'',
			'c',
		],
		['ends at the end of the mail', 'a<div hidden>b', 'a', '[hidden text]'],
		[
			'excludes a block with its own size',
			'<td style="font-size:0"><div style="font-size:13px">a</div></td>b',
			'a',
			'b',
		],
		[
			'excludes an inline element with its own size',
			'<td style="font-size:0">a<b style="font-size:1em">b</b>c</td>d',
			'[hidden text]b',
			'd',
		],
		[
			'includes sized text that is not displayed',
			'<div style="display:none"><b style="font-size:9px">a</b></div>b',
			'[hidden text]',
			'b',
		],
		[
			'excludes a visible element in an invisible one',
			'<p style="visibility:hidden"><b style="visibility:visible">a</b></p>b',
			'a',
			'',
			'b',
		],
		['does not continue after an image', '<img style="display:none">a', 'a'],
		['ignores style sheets', '<style>.a { display: none }</style><p class="a">b', 'b'],
	]);
});

describe('images', () => {
	reads([
		[
			'are named by their alternative text',
			'see <img src="cid:1" alt="caf&eacute;.png">!',
			'see',
			'[image: café.png]!',
		],
		['are named by their file name', '<img src="https://x.example/a/label.png?size=1">', '[image: label.png]'],
		['are named by the file name of an attachment', '<img alt="" src="cid:label.png@01DA">', '[image: label.png]'],
		['are named by the file name in safe-src', '<img safe-src="/a/label.png">', '[image: label.png]'],
		[
			'are marked as an image if they have no name',
			'<img src="data:image/png;base64,AAAA"><img>',
			'[image]',
			'[image]',
		],
		['are left out if they are too small to see', 'a<img src="open.gif" width="1" height="1">', 'a'],
	]);
});

describe('links', () => {
	reads([
		[
			'show an address that differs from their text',
			'a <a href="https://x.example/1">b</a>c',
			'a b (https://x.example/1)c',
		],
		['show the address of a mail', '<a href="mailto:a@x.example?subject=b">a</a>', 'a (mailto:a@x.example)'],
		['end at the next link', '<a href="https://x.example">a<a href="tel:+1">b', 'a (https://x.example)b (tel:+1)'],
		[
			'show their address once',
			'<a href="http://www.x.example/">X.example</a> <a href="tel:+49-1">+49 1</a>',
			'X.example +49 1',
		],
		[
			'show no address of another kind',
			'<a href="#top">a</a><a href="javascript:b()">b</a><a name="c">c</a>',
			'abc',
		],
		['without text show no address', 'a<a href="https://x.example"> </a>', 'a'],
		['escape brackets and blanks', '<a href="https://x.example/(1) 2">a</a>', 'a (https://x.example/%281%29%202)'],
	]);

	it('show a long address in part, and cut no character', () => {
		const [line] = ofHtml(`<a href="https://x.example/${'👩\u200d💻'.repeat(200)}">a</a>`);
		expect(line).toMatch(/^a \(https:\/\/x\.example\/(?:👩\u200d💻){96}…\)$/u);
	});
});

describe('markup without text', () => {
	reads([
		['leaves out styles, scripts and titles', '<style>a</style><script>b</script><title>c</title>d', 'd'],
		['leaves out templates with their content', '<template>a<p>b</p>c &amp; d</template>e', 'e'],
		['leaves out comments', 'a<!-- b -->c', 'ac'],
		['keeps text before a stray comment end', 'a --> b', 'a --> b'],
		['keeps an unclosed comment', 'a<!-- <b>b</b>', 'a<!-- b'],
		['leaves out the empty comment <!-->', 'a<!-->b', 'ab'],
		['leaves out comments before an unclosed one, which stays', 'a<!-- b --> c <!-- d', 'a c <!-- d'],
	]);
});

describe('the character "<"', () => {
	reads([
		['stays before an address', 'a <anna@example.com>', 'a <anna@example.com>'],
		['stays in a comparison', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
		['stays before the name of a type', '<b>a</b> List<String>', 'a List<String>'],
		['stays before other words in brackets', '<b>a</b> <your name> <C:\\x> </>', 'a <your name> <C:\\x> </>'],
		[
			'is removed with elements of any name that have an end tag, attributes with values, or no content',
			'<g-emoji>a</g-emoji><nobr>b</nobr><x.y z=1>c<x:y/>d<svg><path d="1"/></svg>e',
			...['abcd', 'e'],
		],
		[
			'is removed with the instructions of Word',
			'<?xml:namespace prefix = o ns = "urn:x" />a<base href="/"><map><area shape="rect"></map>b',
			...['a', 'b'],
		],
		['is removed with ruby text and its base', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢(kan)'],
		[
			'stays in the value of an attribute',
			'<p title="<style> is a tag">a <img alt="b < c" src=x>d',
			'a',
			'[image: b < c]d',
		],
		['stays in a tag that is not closed', 'a <b', 'a <b'],
		['is removed with a tag in upper or lower case', 'a<B>b</B><BR/>c', 'ab', 'c'],
		['is removed with the tags of Word', '<!DOCTYPE html><o:p>a</o:p><![if !x]>b<![endif]>', 'ab'],
		['is read from its entity', '&lt;p&gt; &amp; &#x1f600;', '<p> & 😀'],
	]);
});
