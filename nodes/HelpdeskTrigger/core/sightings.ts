import type { IDataObject } from 'n8n-workflow';

import type { Memory } from './memory';
import { idHash } from './shortHash';
import type { TriggerEvent } from './steps';
import type { Times } from './times';
import type { Watched } from './watched';
import type { Words } from './words';

/** A conversation on a page. */
export interface Sight {
	record: IDataObject;
	times: Times;
	inboxId: string;
}

/** A conversation as this poll saw it last. */
interface Sighting extends Sight {
	mark: string;
	/** What was remembered of it, or how this poll saw it first. */
	before?: string;
}

/** The conversations that one poll saw, each once, however many pages showed it. */
export class Sightings {
	private readonly byHash = new Map<string, Sighting>();

	/** @param createdSince ms: what was created later is new and not changed */
	constructor(
		private readonly memory: Memory,
		private readonly words: Words,
		private readonly watched: Watched,
		private readonly createdSince: number,
	) {}

	/** @param since ms: a change before cannot have gone unnoticed */
	add(sight: Sight, since: number): void {
		const mark = this.watched.mark(sight.record, this.words);
		if (mark === undefined) return;
		const hash = idHash(sight.record.id);
		const earlier = this.byHash.get(hash);
		const before = earlier ? earlier.before : (this.memory.get(hash) ?? this.asFirstSeen(sight, mark, hash, since));
		this.byHash.set(hash, { ...sight, mark, before });
	}

	/** Turns what differs into events, the oldest first, and remembers what was emitted. */
	conclude(maxEvents: number): { events: TriggerEvent[]; leftOver: Set<string> } {
		const isNews = ({ before, mark }: Sighting) => before === undefined || this.watched.differs(before, mark);
		const news = [...this.byHash].filter(([, sighting]) => isNews(sighting));
		news.sort(([, a], [, b]) => this.watched.changedAt(a.times) - this.watched.changedAt(b.times));
		const emitted = news.slice(0, maxEvents);
		for (const [hash, sighting] of this.byHash) if (!isNews(sighting)) this.memory.refresh(hash, sighting.mark);
		for (const [hash, { mark }] of emitted) this.memory.remember(hash, mark);
		return {
			events: emitted.map(([, { record, before }]) => ({ record, changes: this.watched.changes?.(record, before, this.words) })),
			leftOver: new Set(news.slice(maxEvents).map(([, { inboxId }]) => inboxId)),
		};
	}

	/** Undefined where its record says that it changed since; else it is remembered as it is. */
	private asFirstSeen({ times }: Sight, mark: string, hash: string, since: number): string | undefined {
		if (this.watched.isNews(times, since, this.createdSince)) return undefined;
		this.memory.note(hash, mark);
		return mark;
	}
}
