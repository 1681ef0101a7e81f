import type { TriggerOptions } from '../../../nodes/HelpdeskTrigger/core/reading';
import { Random } from '../../../sandbox/random';
import { N8nModel } from './n8nModel';
import type { Subject } from './subject';

export interface ContactResult {
	events: number;
	lost: string[];
	repeated: string[];
}

/** One trigger on new contacts: the list has no order, and changes while it is read. */
export async function contactRun({ pollOnce, Shelf }: Subject, seed: number, polls: number): Promise<ContactResult> {
	const random = new Random(seed);
	const perPage = 5 + random.below(10);
	const failure = random.pick([0, 0.1]);
	const restart = random.pick([0, 0.05]);
	const list: string[] = [];
	const wanted = new Set<string>();
	const emitted = new Set<string>();
	const result: ContactResult = { events: 0, lost: [], repeated: [] };
	const n8n = new N8nModel();
	let shelf = new Shelf();
	let calm = true;
	let count = 0;
	const options: TriggerOptions = {
		event: 'contactCreated', inboxIds: [], lookBack: 0, maxEvents: 4 + random.below(20), perPage, conversations: 0, mostHeld: 2_000, watchFields: [], customerMarks: [],
	};

	const disturb = () => {
		if (random.next() < 0.7) {
			const id = `k${(count += 1)}`;
			list.splice(random.below(list.length + 1), 0, id);
			wanted.add(id);
		} else if (list.length > 0) wanted.delete(list.splice(random.below(list.length), 1)[0]!);
	};
	const poll = async () => {
		const read = async ({ page }: { page: number }) => {
			if (!calm && random.next() < 0.3) disturb();
			if (!calm && random.next() < failure) throw new Error('unreachable');
			const records = list.slice((page - 1) * perPage, page * perPage).map((id) => ({ id }));
			return { records, lastPage: Math.max(1, Math.ceil(list.length / perPage)) };
		};
		const events = await pollOnce({ staticData: n8n.staticData, options, shelf, key: 'trigger', reader: { mayRead: () => true, read } });
		for (const { record } of events) {
			const id = record.id as string;
			if (emitted.has(id)) result.repeated.push(id);
			emitted.add(id);
		}
		result.events += events.length;
		if (events.length > 0) n8n.save();
	};

	for (let index = 0; index < 60; index += 1) disturb();
	wanted.clear();
	await poll();
	n8n.save();
	calm = false;
	for (let turn = 0; turn < polls; turn += 1) {
		for (let index = random.below(6); index > 0; index -= 1) disturb();
		if (random.next() < restart) {
			n8n.restart();
			shelf = new Shelf();
		}
		await poll().catch((error: Error) => {
			if (error.message !== 'unreachable') throw error;
		});
	}
	calm = true;
	for (let turn = 0; turn < 20; turn += 1) await poll();
	for (const id of wanted) if (!emitted.has(id)) result.lost.push(id);
	return result;
}
