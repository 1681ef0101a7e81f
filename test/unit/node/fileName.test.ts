import { fileNameIn } from '../../../nodes/Helpdesk/run/fileName';

/** Returns text as Node reads its UTF-8 bytes in a header. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1');

test.each([
	['inline; FileName="a b.pdf"; size=3', 'a b.pdf'],
	["attachment; FILENAME*=utf-8'en'na%C3%AFve.pdf; size=3", 'naïve.pdf'],
	['attachment; filename*=plain.pdf', 'plain.pdf'],
	['attachment; filename="a;b.pdf"; size=3', 'a;b.pdf'],
	['attachment; filename="say \\"yes\\".pdf"', 'say "yes".pdf'],
	['attachment; filename="open.pdf', 'open.pdf'],
	['attachment; filename=""', 'x 1.png'],
	['attachment', 'x 1.png'],
	["attachment; filename*=UTF-8''100%.pdf", '100%.pdf'],
	["attachment; filename*=unknown''a%E4.pdf", 'a%E4.pdf'],
	[bytesOf('attachment; filename="Rechnung März 👩‍💻.pdf"'), 'Rechnung März 👩‍💻.pdf'],
	['attachment; filename="M\xe4rz.pdf"', 'März.pdf'],
	['attachment; filename="Rechnung%20M%C3%A4rz.pdf"', 'Rechnung März.pdf'],
	['attachment; filename="50% off %zz.pdf"', '50% off %zz.pdf'],
	['attachment; filename="=?x-odd?B?YQ==?="', '=?x-odd?B?YQ==?='],
	['attachment; filename="..\\\\..%2Fetc/pass%0Awd"', 'passwd'],
	['attachment; filename="/"', 'x 1.png'],
])('Content-Disposition %j gives the file name %j', (header, expected) => {
	expect(fileNameIn({ 'content-disposition': header }, 'https://x.example/a/x%201.png?b=/c#d/')).toBe(expected);
});

test.each(['', '/', '/attachments/', 'https://x.example/?a=b'])('a file at %j has no name', (address) =>
	expect(fileNameIn({}, address)).toBeUndefined(),
);
