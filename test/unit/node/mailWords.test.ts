import { ATTRIBUTION_START, DATE, WROTE } from '../../../nodes/Helpdesk/run/text/mailWords';

test.each([
	'in 1998',
	'in 2026',
	'1.2.3',
	'20.11.2026',
	'1. 2.3',
	'1.2. 3',
	'1.12.3',
	'3/4/26',
	'2026-11-20',
	'26年11月20日',
	'at 9:04',
	'10h04',
	'10時04',
])('"%s" has a date or a time', (text) => expect(text).toMatch(DATE));

test.each(['in 1826', 'in 20260', 'in 12026', '20 11 26', '20.1', '20/11', '20.x.26', '20/123/4', 'a.b.c', '10:4', 'at 10'])(
	'"%s" has none',
	(text) => expect(text).not.toMatch(DATE),
);

test.each([
	'On Friday',
	' * - on Friday',
	'Am Freitag',
	'W dniu',
	'20.11.2026',
	'2026年',
	'3/4/26',
	'Thu 20 Nov',
	'Thu, 2 Nov',
	'Thu. 20.11',
	'Mo 2.11',
	'Czw., ',
	'чт., ',
])('"%s" begins the line above a quote', (text) => expect(text).toMatch(ATTRIBUTION_START));

test.each([
	'Hello on Friday',
	'_On Friday',
	'20 Nov',
	'20260.11',
	'Thanks 20 Nov',
	'T 20 Nov',
	'Thu 200',
	'Thu  20 Nov',
	'Thu; 20 Nov',
	'Thu x ',
	'Thanks., ',
	'T., ',
	'Thu, ',
])('"%s" begins none', (text) => expect(text).not.toMatch(ATTRIBUTION_START));

test.each(['Anna escribió:', 'Anna escribio:', 'şunu yazdı:', 'SUNU YAZDI:'])('"%s" says that somebody wrote', (text) => expect(text).toMatch(WROTE));
