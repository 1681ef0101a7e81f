import type { IDataObject } from 'n8n-workflow';

import type { Beginnings } from './changesState';
import { idHash, NOTHING, type FingerprintStore, type ValueTable } from './fingerprints';
import type { TriggerEvent } from './protocol';
import { rules } from './seams';
import type { Times } from './times';
import { MESSAGE, UNKNOWN, valueAt, type Watched } from './watched';

/** What is known of a conversation's inbox when it is seen. Times in ms. */
export interface Ground {
	inboxId: string;
	/** It begins in this poll: what is there is as it is. */
	isBeginning: boolean;
	/** It was read whole once. */
	isLearned: boolean;
	/** Nothing that happened before counts. */
	from: number;
	/** What was created, or for messages written, since then must be new where it is not remembered. */
	newSince: number;
	/** What is not remembered, is older, and was touched since then, was touched after the inbox began. */
	touchedSince: number;
	/**
	 * Start From was moved to an earlier time: what happened in between, and was not told yet, is told. Up to and including
	 * `to`, the second of the beginning: what was there then is as it was.
	 */
	gap?: { from: number; to: number };
	/** What was touched since then may have changed in a field that was never looked at. */
	widened: number;
	beginnings: Beginnings;
}

/** A conversation as this poll saw it last. */
export interface Sighting {
	record: IDataObject;
	times: Times;
	ground: Ground;
	print: string;
	/** What is remembered of it from an earlier poll. */
	known?: string;
	/** How this poll saw it first. */
	first: Sighting | undefined;
}

/** A sighting that is an event, with the fields that have changed. */
export interface News extends Sighting {
	hash: string;
	names: string[];
	/** How the fields were, UNKNOWN where it is not known. */
	before: string;
	/** What is told of it. */
	items: TriggerEvent[];
}

export interface Detected {
	events: TriggerEvent[];
	/** Inboxes of which something is left for the next poll. */
	leftOver: Set<string>;
}

/** Finds what changed in the conversations that one poll saw, each once, however many pages showed it. */
export class ChangeDetector {
	private readonly sightings = new Map<string, Sighting>();

	constructor(
		private readonly store: FingerprintStore,
		private readonly values: ValueTable,
		private readonly watched: Watched,
		/** Whether an event is told whose value before is not known. */
		private readonly tellsUnknown: boolean,
	) {}

	/**
	 * @param now the server's time, in ms
	 * @param only the one field that counts of a record that was read by itself, where the others may have another form, or that is looked
	 *   at once more
	 */
	add(record: IDataObject, times: Times, ground: Ground, now: number, only?: string): void {
		const hash = idHash(record.id);
		const shown = this.watched.fingerprint(record, this.values, times, now);
		if (shown === undefined) return;
		const before = this.sightings.get(hash);
		const known = this.store.get(hash);
		const print = only === undefined ? shown : this.withOnly(only, shown, before?.print ?? known);
		const first = before?.first ?? before;
		this.sightings.set(hash, { record, times, print, known, first, ground: first?.ground ?? ground });
		if (!first && known === undefined && !this.watched.views) ground.beginnings.learn(times, print, times.created >= ground.newSince);
	}

	/** How many conversations this poll saw. */
	get seen(): number {
		return this.sightings.size;
	}

	/** How this poll saw a conversation last, by its hash. */
	sighting(hash: string): Sighting | undefined {
		return this.sightings.get(hash);
	}

	/** How a conversation was before: what is watched of it, with one field as it is. */
	private withOnly(only: string, shown: string, known: string | undefined): string {
		const isIt = (index: number) => this.watched.names[index] === only;
		return this.watched.names.map((_, index) => (isIt(index) ? valueAt(shown, index) : known ? valueAt(known, index) : UNKNOWN)).join('');
	}

	/**
	 * Turns what differs into events, and remembers what was told. Where there is no room for all that is to be
	 * told of one conversation, the rest of it waits.
	 *
	 * @param news all that differs
	 * @param now the server's time, in ms
	 */
	conclude(news: News[], room: number, now: number): Detected {
		const events = news.flatMap(({ items }) => items).slice(0, room);
		let told = 0;
		const isTold = ({ items }: News) => (told += items.length) <= room;
		const emitted = news.filter(isTold);
		const leftOver = news.slice(emitted.length);
		const found = new Set(news.map(({ hash }) => hash));
		for (const [hash, sighting] of this.sightings) if (!found.has(hash)) this.settle(hash, sighting);
		// What there was room for of the first that is left over.
		const parted = events.slice(emitted.flatMap(({ items }) => items).length);
		leftOver.forEach((each, index) => this.lookAtWaiting(each, index === 0 ? parted : [], now));
		this.mark(new Set(leftOver.map(({ hash }) => hash)));
		for (const { hash, print } of rules.remembered(emitted, news)) this.store.remember(hash, print, true);
		return {
			events,
			leftOver: new Set(leftOver.map(({ ground }) => ground.inboxId)),
		};
	}

	private mark(waiting: Set<string>): void {
		for (const [hash, { first, times, known, ground }] of this.sightings)
			if (known === undefined && !waiting.has(hash) && !this.watched.views) ground.beginnings.mark((first ?? { times }).times);
	}

	/**
	 * All that differs, the oldest first.
	 *
	 * @param now the server's time, in ms
	 */
	news(now: number): News[] {
		const news = [...this.sightings].flatMap(([hash, sighting]) => {
			const { names, before } = this.changed(hash, sighting);
			const items = names.length > 0 ? this.itemsOf(sighting, { names, before }, now) : [];
			return items.length > 0 ? [{ ...sighting, hash, names, before, items }] : [];
		});
		return news.sort((a, b) => this.watched.changedAt(a.times) - this.watched.changedAt(b.times));
	}

	private itemsOf({ record, print, known }: Sighting, { names, before }: Pick<News, 'names' | 'before'>, now: number): TriggerEvent[] {
		const { views } = this.watched;
		if (!views) return [{ record, changes: this.changesOf(record, names, before) }];
		const hashes = (name: string) => {
			const [was, is, seen] = [before, print, known ?? before].map((each) => valueAt(each, this.watched.names.indexOf(name)));
			return { was: was!, is: is!, seen: seen !== is ? seen! : was! };
		};
		return views.tell(record, names, hashes, this.values, now);
	}

	/** The fields of which an event is due, and how they were, as far as it is known. */
	private changed(hash: string, sighting: Sighting): Pick<News, 'names' | 'before'> {
		const { known, print, first = sighting, ground, times } = sighting;
		const isOfGap = this.isInGap(sighting) && !this.store.isTold(hash);
		const unknown = isOfGap || (known === undefined && !ground.isBeginning) ? this.unknownNames(first) : [];
		const isBefore = this.watched.names[0] === MESSAGE && unknown.length === 0 && times.lastMessage < ground.from;
		const before = known ?? first.print;
		const differing = this.watched.differing(before, print);
		const isTouched = times.updated >= ground.widened && times.updated > times.created;
		const mayDiffer = this.tellsUnknown && isTouched ? this.neverLookedAt(before) : [];
		// What a record that was read by itself does not show is told when the list shows it.
		const isShown = (index: number) => valueAt(print, index) !== UNKNOWN;
		const names = this.watched.names.filter(
			(name, index) => !isBefore && isShown(index) && [unknown, differing, mayDiffer].some((some) => some.includes(name)),
		);
		const parts = this.watched.names.map((name, index) => (unknown.includes(name) ? UNKNOWN : valueAt(before, index)));
		return { names, before: parts.join('') };
	}

	/** Fields that were not watched yet when the conversation was seen last. */
	private neverLookedAt(before: string): string[] {
		return this.watched.names.filter((_, index) => valueAt(before, index) === UNKNOWN);
	}

	/** "Not remembered" is neither changed nor new: only what shows by itself that it changed is told. */
	private unknownNames(sighting: Sighting): string[] {
		const { record, times, print, ground } = sighting;
		const { names, views } = this.watched;
		if (views && rules.newHasReached && (times.created >= ground.newSince || this.isInGap(sighting))) return names;
		if (views) return names.filter((name) => this.tellsUnknown && views.isReachedSince(name, record, times, ground.touchedSince));
		if (names[0] === MESSAGE) return times.lastMessage >= ground.newSince || this.isInGap(sighting) ? names : [];
		if (!this.tellsUnknown) return [];
		if (times.created >= ground.newSince || this.isInGap(sighting)) return ground.beginnings.changedSinceCreation(record, times, print);
		// It was touched before its first look, came from an inbox that is not watched, or was forgotten.
		return times.latest >= ground.touchedSince && times.latest > times.created ? names : [];
	}

	private isInGap({ times, ground: { gap } }: Sighting): boolean {
		const time = this.watched.names[0] === MESSAGE ? times.lastMessage : times.created;
		return gap !== undefined && time >= gap.from && time <= gap.to;
	}

	/** Not an event: remembered as it is. */
	private settle(hash: string, { print, known, times, ground }: Sighting): void {
		const isNew = known === undefined && !ground.isBeginning && times.created >= ground.newSince;
		// Until its inbox was read whole, nothing but this memory says that it was told.
		const staysTold = rules.keepsTold(ground.isLearned) && this.store.isTold(hash) && print === known;
		if (isNew || staysTold) this.store.remember(hash, print, false);
		// Another message from before Start From, which was not told with the one before it: an earlier Start From counts it.
		else if (this.watched.names[0] === MESSAGE && print !== known) this.store.refresh(hash, print, false);
		else this.store.refresh(hash, print);
	}

	/**
	 * Waits for its turn: what is to be told stays as it was, and everything else is how it is. What is to be
	 * told of a new one counts as not reached yet, so that what it leaves meanwhile is seen.
	 *
	 * @param told what there was room for
	 */
	private lookAtWaiting(news: News, told: TriggerEvent[], now: number): void {
		const { hash, record, print, known, names, before } = news;
		const { views } = this.watched;
		if (names[0] === MESSAGE || (known === undefined && !views)) return;
		const isParted = told.length > 0;
		const was = known === undefined || isParted ? before.replaceAll(UNKNOWN, NOTHING) : known;
		const parts = this.watched.names.map((name, index) => {
			const due = names.includes(name) ? this.itemsOf(news, { names: [name], before }, now) : [];
			const done = told.filter((each) => due.some((one) => one.told!.event === each.told!.event));
			if (done.length === due.length) return valueAt(print, index);
			return done.length === 0 ? valueAt(was, index) : views!.afterSome(done, record, valueAt(was, index), this.values);
		});
		if (known === undefined || isParted) this.store.remember(hash, parts.join(''), isParted);
		else this.store.refresh(hash, parts.join(''));
	}

	private changesOf(record: IDataObject, names: string[], before: string): TriggerEvent['changes'] {
		if (names[0] === MESSAGE) return undefined;
		const from = (name: string) => this.values.recall(valueAt(before, this.watched.names.indexOf(name)));
		return Object.fromEntries(names.map((name) => [name, { from: from(name), to: this.watched.valueOf(name, record) }]));
	}
}
