import { cpus } from 'node:os';

import type { ItemCost } from './itemCost';
import type { Memory } from './memory';
import type { Result } from './race';

const MB = 1_000_000;

export interface Figures {
	results: Result[];
	/** This pack comes first in each task. */
	costs: ItemCost[];
	measured: Memory[];
}

/** Returns all figures as Markdown: limit and faults, cost of an item, memory. */
export function report({ results, costs, measured }: Figures): string {
	return `# Side by side with the HTTP Request node

Written by \`npm run bench\`: the real n8n against the simulated helpdesk on one machine with ${cpus().length} cores. Contenders of one task
run at the same time, each with its own helpdesk. With three workers, and for items and memory, they run one after the other.

${resultTable(results)}

*Written* counts what is in the helpdesk afterwards. The HTTP Request node runs with its defaults, with its batching at one
item per 200 ms, and with the most that Retry On Fail allows: 5 attempts, 5 seconds apart. In the task with notes, this pack
has the same Retry On Fail.

${costTable(costs)}

The median of three runs. *CPU* is n8n's processor time in the whole run. *Longest standstill* is the longest time in which
n8n did not respond.

${memoryTable(measured)}

Peak growth of n8n's memory, divided by the size of the output, with the workflow's setting *Save manual executions* off and on.
With the setting on, n8n turns the items of every node into text for its database. The Code node makes the same items without a
request. The HTTP Request node's items are whole pages.
`;
}

function resultTable(results: Result[]): string {
	return table(
		results.map(({ task, contender, status, seconds, requests, written }) => {
			const ours = results.find((result) => result.task === task)!;
			const times = (is: (count: number) => boolean) => (written.length > 0 ? written.filter(is).length : '');
			return {
				Task: task,
				'Done by': contender,
				'n8n says': status,
				Seconds: seconds.toFixed(1),
				'Time, this pack = 1': (seconds / ours.seconds).toFixed(2),
				Requests: requests.length,
				'Refused (429)': requests.filter((request) => request.status === 429).length,
				'Written once': times((count) => count === 1),
				'Twice or more': times((count) => count > 1),
				Never: times((count) => count === 0),
			};
		}),
	);
}

/** Returns a table of the cost of an item, relative to this pack. */
export function costTable(costs: ItemCost[]): string {
	return table(
		costs.map(({ task, contender, items, msPerItem, cpuMsPerItem, longestStandstillMs }) => {
			const ours = costs.find((cost) => cost.task === task)!;
			return {
				Task: `${items} ${task}, without a limit`,
				'Done by': contender,
				'ms per item': msPerItem.toFixed(2),
				'Time, this pack = 1': (msPerItem / ours.msPerItem).toFixed(2),
				'CPU ms per item': cpuMsPerItem.toFixed(2),
				'CPU, this pack = 1': (cpuMsPerItem / ours.cpuMsPerItem).toFixed(2),
				'longest standstill, s': (longestStandstillMs / 1_000).toFixed(1),
			};
		}),
	);
}

function memoryTable(measured: Memory[]): string {
	return table(
		measured.map(({ contender, conversations, items, outputBytes, peakBytes, peakWhenSavedBytes }) => ({
			Task: `${conversations} conversations, all`,
			'Done by': contender,
			Items: items,
			'Output as JSON (MB)': (outputBytes / MB).toFixed(0),
			'Peak memory over output': (peakBytes / outputBytes).toFixed(2),
			'The same, execution saved': (peakWhenSavedBytes / outputBytes).toFixed(2),
		})),
	);
}

function table(rows: Array<Record<string, string | number>>): string {
	const names = Object.keys(rows[0] ?? {});
	const line = (cells: Array<string | number>) => `| ${cells.join(' | ')} |`;
	return [
		line(names),
		line(names.map(() => '---')),
		...rows.map((row) => line(names.map((name) => row[name]!))),
	].join('\n');
}
