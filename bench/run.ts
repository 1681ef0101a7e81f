/**
 * This pack beside n8n's HTTP Request node, in one run in the same real n8n. Prints what each did as a table of
 * ratios, and draws the requests over time against the limit into docs/images/limit.svg.
 *
 * Run with `npx tsx bench/run.ts`; it takes about eight minutes. What an item costs without a limit is measured by
 * bench/itemCost.ts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { drawing } from './drawing';
import { race, type Result } from './race';
import { withN8n } from './support';
import { contactPages, faultyNotes, updates } from './tasks';

void withN8n(async (n8n) => {
	const firstUpdates = await race(n8n, updates(450));
	const results = [...firstUpdates, ...(await race(n8n, updates(870))), ...(await race(n8n, contactPages)), ...(await race(n8n, faultyNotes))];
	console.table(results.map((result) => ({ ...row(result), ...ratio(result, results) })));
	writeFileSync(join(__dirname, '..', 'docs', 'images', 'limit.svg'), drawing(firstUpdates));
});

function row({ task, contender, status, seconds, requests, ids, sandbox }: Result) {
	const writes = ids.map((id) => sandbox.store.conversations.get(id)!).map(({ record, events }) =>
		task.includes('notes') ? events.filter(({ message }) => message.text_body === 'Seen').length : Number(record.status === 'Pending'),
	);
	const written = (times: (count: number) => boolean) => (ids.length ? writes.filter(times).length : '');
	return {
		task,
		contender,
		run: status,
		seconds: seconds.toFixed(1),
		requests: requests.length,
		throttled: requests.filter((request) => request.status === 429).length,
		once: written((count) => count === 1),
		'more than once': written((count) => count > 1),
		never: written((count) => count === 0),
	};
}

/** The time as a multiple of this pack's in the same task. */
function ratio({ task, seconds }: Result, results: Result[]) {
	const ours = results.find((result) => result.task === task)!;
	return { ratio: (seconds / ours.seconds).toFixed(2) };
}
