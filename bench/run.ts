/**
 * Compares this pack with its alternatives, in one run in the same real n8n. Writes tables
 * of ratios to bench/results.md, and draws the requests over time against the limit to docs/images/limit.svg.
 *
 * Run it with `npm run bench`, which takes about a quarter of an hour, with `npm run bench -- --small` for a try, or with
 * `npm run bench -- --items` for the cost of an item only. These two write no file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { installN8n, packTarball } from '../tools/n8n/install';
import { drawing } from './drawing';
import { itemCost } from './itemCost';
import { memory } from './memory';
import { race } from './race';
import { costTable, report, type Figures } from './report';
import { withN8n } from './support';
import { contactPages, faultyNotes, updates } from './tasks';
import { threeWorkers } from './workers';

const usual = {
	updates: [450, 870],
	contacts: 1_000,
	notes: 300,
	items: 1_000,
	conversations: 50_000,
	workersUpdates: 870,
};
const small: typeof usual = {
	updates: [40, 60],
	contacts: 300,
	notes: 40,
	items: 100,
	conversations: 5_000,
	workersUpdates: 60,
};

const isTry = process.argv.includes('--small');
const sizes = isTry ? small : usual;
const project = join(__dirname, '..');

async function pack(): Promise<string> {
	await installN8n(tell);
	return await packTarball();
}

async function measure(): Promise<Figures> {
	const tarball = await pack();
	const inOneN8n = await withN8n(tarball, async (n8n) => {
		const results = [];
		for (const task of [...sizes.updates.map(updates), contactPages(sizes.contacts), faultyNotes(sizes.notes)]) {
			tell(task.name);
			results.push(...(await race(n8n.client, task)));
		}
		tell(`${sizes.items} items without a limit`);
		return { results, costs: await itemCost(n8n, sizes.items) };
	});
	tell(`${sizes.conversations} conversations`);
	const measured = await memory(tarball, sizes.conversations);
	tell('three workers');
	const workers = await threeWorkers(tarball, {
		...updates(sizes.workersUpdates),
		name: `${sizes.workersUpdates} updates, three workers`,
	});
	return { ...inOneN8n, results: [...inOneN8n.results, ...workers], measured };
}

function tell(line: string): void {
	console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

async function measureItems(): Promise<void> {
	console.log(costTable(await withN8n(await pack(), async (n8n) => await itemCost(n8n, sizes.items))));
}

async function measureAll(): Promise<void> {
	const figures = await measure();
	const text = report(figures);
	console.log(text);
	if (isTry) return;
	writeFileSync(join(project, 'bench', 'results.md'), text);
	writeFileSync(
		join(project, 'docs', 'images', 'limit.svg'),
		drawing(figures.results.filter(({ task }) => task === `${usual.updates[0]} updates`)),
	);
}

void (process.argv.includes('--items') ? measureItems() : measureAll());
