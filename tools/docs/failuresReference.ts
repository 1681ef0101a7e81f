import { DONE, ENDINGS, isRetried, LOOK_FIRST, OTHER, REDIRECT, STATUSES, WEB_PAGE, type Fate, type Kind } from '../../transport/fates';

/** What becomes of a request, by everything that can answer it: docs/failures.md. */
export function failuresReference(): string {
	const statuses = [...new Set(Object.values(STATUSES))].map((fate) => row(fate, numbers(fate)));
	return (
		[
			INTRODUCTION,
			'## No answer',
			table(Object.values(ENDINGS).map((fate) => row(fate))),
			namedInBrackets(),
			'## An answer',
			table([row(DONE), row(WEB_PAGE), ...statuses, row(REDIRECT), row(OTHER)]),
		].join('\n\n') + '\n'
	);
}

const INTRODUCTION = `# What becomes of a request

Made by \`npm run docs\` from the table that the node itself goes by (\`transport/fates.ts\`).

**Applied** says whether a request that changes something may have done so: *no* only where it is known that nothing was
sent, or that the helpdesk refused it. **Sent again** says which requests are sent again by themselves: reading is, and PUT,
PATCH and DELETE are, up to four attempts; a POST that changes something only where nothing was applied. After a 429 every
request waits for as long as the helpdesk says, up to ten times. The words of **The error says** stand in the error's first
line, together with what was to be done and "It may have been applied" where that is so.

Where one attempt left open whether it was applied, a later one does not settle it, whatever it is answered: a 404 after a
delete may mean that the first attempt did it, or that there was nothing to delete. The error then names both.

A request to which nothing comes is given up after five minutes, or after the time in Request Options; a file after five
times as long. A download follows up to five redirects, and the access token goes to the address of the credential alone. A
file that is shorter than it was announced is an error, and so is a part (206) of whatever was asked for. Files are asked for uncompressed; one that
comes compressed all the same, without its length, and breaks off in the middle looks whole. A proxy that refuses to connect answers in
the helpdesk's place: what it says counts as the helpdesk's answer.

A list that changes while it is read loses none that was there all the time, as far as the helpdesk's count tells. Where the
count falls from one page to the next, what stood behind may have slipped onto the page before: that is read again, which costs
one request. Where it only rose, the first pages are read once more at the end: what moved to the front stands there. All of it
is read again, up to five times, until all that was ever counted has come, those that left too, or a reading during which the
count did not fall gave as many as are counted, or one brought no more new records than were added meanwhile; else it is an
error, and nothing is output. Where one leaves and another comes between two answers, the count says nothing of it. Lists without
a count in \`meta.total\` (the tags of an inbox) cannot be held to one: what is removed or moves while such a list is read can hide
another record from that reading. A record without an ID that changes while it is read can come twice.`;

/** What is to be done where the name in brackets at the end of an error tells more. */
function namedInBrackets(): string {
	const lines = [...new Set(Object.values(LOOK_FIRST))].map((todo) => {
		const names = Object.keys(LOOK_FIRST).filter((name) => LOOK_FIRST[name] === todo);
		return `- ${names.map((name) => `\`${name}\``).join(', ')}: ${todo}`;
	});
	return ['Where nothing was sent, the name in brackets at the end of the error can tell more of what to do:', '', ...lines].join('\n');
}

const KINDS: Kind[] = ['reading', 'idempotent', 'once'];

function row(fate: Fate, statuses = ''): string[] {
	const byKind = KINDS.map((kind) => isRetried(fate, kind));
	const retried = byKind.every(Boolean) ? 'every request' : byKind.some(Boolean) ? 'all but a POST that writes' : 'none';
	const shown = fate === DONE ? 'nothing: it is done' : `\`${fate.why}${fate === OTHER ? ' …' : ''}\``;
	return [statuses + fate.what, fate.applied === 'maybe' ? 'perhaps' : fate.applied, fate === DONE ? 'none' : retried, shown, fate.todo];
}

function numbers(fate: Fate): string {
	return `${Object.keys(STATUSES)
		.filter((status) => STATUSES[Number(status)] === fate)
		.join(', ')} `;
}

function table(rows: string[][]): string {
	const head = ['What came', 'Applied', 'Sent again', 'The error says', 'What to do'];
	return [head, Array<string>(head.length).fill('---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
