import type { World } from '../../../contract/worlds';
import { isObject } from '../../../transport/answers/shape';
import { idOf, timeOf, type Json, type Seen } from '../looks';
import type { FactFinding } from '../report';
import { count, notShown, only, shown } from './finding';
import { lastHeardOf } from './records';

const sortFields: Record<World['newestGoesBy'], string> = { created: 'created_at', updated: 'updated_at', lastMessage: 'last_message_created_at' };

/** Whether numbers never rise; undefined where all are the same, which says nothing. */
function falls(numbers: number[]): boolean | undefined {
	if (new Set(numbers).size < 2) return undefined;
	return numbers.every((number, index) => index === 0 || number <= numbers[index - 1]!);
}

const timesOf = (records: Json[], field: string): number[] => records.flatMap((record) => timeOf(record[field]) ?? []);

export function newestGoesBy({ newestLists }: Seen): FactFinding {
	const fields = Object.entries(sortFields) as Array<[World['newestGoesBy'], string]>;
	const fits = fields.map(([value, field]) => {
		const found = newestLists.map((list) => falls(timesOf(list, field)));
		return { value, fits: found.includes(false) ? false : found.includes(true) ? true : undefined };
	});
	const open = fits.filter((each) => each.fits !== false);
	const because = `${count(newestLists.length, 'list')} by newest, against the times of creation, change and last message`;
	const [one] = open;
	if (newestLists.flat().length === 0 || open.length > 1 || (one && one.fits === undefined)) return notShown('newestGoesBy');
	return shown<'newestGoesBy'>(one?.value ?? null, because);
}

/** Chances to one that records of one time were given in one order each time by accident. */
const NO_ACCIDENT = 1e6;

export function ties(seen: Seen): FactFinding {
	const repeats = seen.of('filterConversations', 'again');
	const inbox = (list: Json[]) => only(list.map(({ inbox_id: id }) => id));
	const lists = seen.newestLists.filter((list) => inbox(list) === inbox(seen.newestLists.at(-1) ?? []));
	const [first] = lists;
	if (!first || repeats.length === 0) return notShown('ties');
	const timeOfRecord = (record: Json) =>
		Object.values(sortFields)
			.map((field) => String(record[field]))
			.join(' ');
	const timeById = new Map(first.map((record) => [idOf(record), timeOfRecord(record)]));
	const isTied = (record: Json, other: Json | undefined) => other !== undefined && timeOfRecord(record) === timeOfRecord(other);
	let accident = 1;
	first.forEach((record, index) => {
		let run = 1;
		while (isTied(record, first[index - run])) run += 1;
		accident *= run;
	});
	const same = lists.slice(1).every((list) => list.length === first.length && list.every((record, index) => idOf(record) === idOf(first[index]!)));
	const swapped = lists.slice(1).some((list) =>
		list.some((record, index) => {
			const before = first[index];
			return before !== undefined && idOf(record) !== idOf(before) && timeById.get(idOf(record)) === timeOfRecord(before);
		}),
	);
	const because = `one page read ${count(lists.length, 'time')}`;
	if (swapped) return shown<'ties'>('unstable', `${because}: records of one time changed places`);
	return same && accident ** (lists.length - 1) > NO_ACCIDENT
		? shown<'ties'>('stable', `${because}: records of one time kept their places`)
		: notShown('ties');
}

export function messageOrder({ threads }: Seen): FactFinding {
	const orders = threads.flatMap((entries) => {
		const times = entries.flatMap(
			(entry) => timeOf(entry.created_at) ?? (isObject(entry.event) ? timeOf(entry.event.created_at) : undefined) ?? [],
		);
		const [falling, rising] = [falls(times), falls([...times].reverse())];
		return falling === undefined ? [] : ([falling ? 'newestFirst' : rising ? 'oldestFirst' : null] as Array<World['messageOrder'] | null>);
	});
	const order = only(orders);
	return order === undefined
		? notShown('messageOrder')
		: shown<'messageOrder'>(order, `${count(orders.length, 'thread')} with messages of different times`);
}

/** Fewer may stand in an order by accident. */
const ENOUGH = 10;
const DISCORDANT = 0.05;

export function contactOrder(seen: Seen): FactFinding {
	const { contacts } = seen;
	const created = timesOf(contacts, 'created_at');
	const names = contacts.flatMap(({ name }) => (typeof name === 'string' && name !== '' ? [name] : []));
	const conversations = [...seen.conversations, ...seen.records('search'), ...seen.records('listMyConversations')];
	const heard = lastHeardOf(conversations);
	const active = contacts.flatMap((contact) => {
		const time = heard.get(idOf(contact) ?? '');
		return time === undefined ? [] : [Math.max(time, timeOf(contact.updated_at) ?? 0)];
	});
	const enough = created.length >= ENOUGH;
	const fitting: Array<World['contactOrder']> = [];
	if (enough && falls(created)) fitting.push('newest');
	if (enough && falls([...created].reverse())) fitting.push('oldest');
	if (new Set(names).size >= ENOUGH && isSorted(names)) fitting.push('name');
	if (active.length >= ENOUGH && nearlyFalls(active)) fitting.push('activity');
	if (fitting.length !== 1) return notShown('contactOrder');
	return shown<'contactOrder'>(fitting[0]!, `${count(contacts.length, 'contact')} in a row`);
}

const isSorted = (names: string[]): boolean =>
	[(a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0), (a: string, b: string) => a.localeCompare(b)].some((compare) =>
		names.every((name, index) => index === 0 || compare(names[index - 1]!, name) <= 0),
	);

/** Whether hardly any two of them rise: of some contacts a later conversation may not have been read. */
function nearlyFalls(numbers: number[]): boolean {
	let [pairs, rising] = [0, 0];
	numbers.forEach((number, index) => {
		pairs += index;
		rising += numbers.slice(0, index).filter((before) => before < number).length;
	});
	return rising <= pairs * DISCORDANT;
}
