import { rarest } from './coverage';
import type { EventName } from './story';
import { KINDS, type Kind, type TurnResult } from './turn';

/**
 * The share of worlds in which a promise still breaks, as measured (docs/decisions/trigger-reading.md, "What still
 * breaks"): it goes down to 0, and at 0 not one world may break.
 */
export const STILL_BROKEN: Record<EventName, number> = {
	// "quiet", where more than a page came at once, or equal ones fall anew at every request; "before", where no Date header comes.
	conversationCreated: 0.007,
	// "lost", where 10,000 conversations with every field do not fit the memory, and of hundreds created and closed in one minute; "silent".
	conversationUpdated: 0.0015,
	// "before", where no Date header comes.
	customerMessage: 0.002,
	// None in 2,500 worlds, which leaves so many possible.
	contactCreated: 0.0005,
	// "late", where 10,000 contacts come 20 a page and equal ones fall anew at every request: one of 1,000 worlds.
	contactUpdated: 0.001,
	// Three of 2,500: "lost" (a move, a waking), "silent".
	reached: 0.0015,
};

/** What a run of so many worlds or more is held to; fewer leave room for chance, as measured in 3,000 samples of 130. */
const MANY = 1000;

interface Share {
	/** At the most, in a run of many worlds. */
	many: number;
	few: number;
}

/** Events of Conversation Updated without a change that a client could have known to be none: the promise, where there are many. */
export const STILL_WITHOUT: Share = { many: 0.001, few: 0.004 };

/** Events of Conversation Updated of which no client could know that nothing had changed, each with the reason. */
export const UNKNOWABLE: Record<Kind, Share & { reason: string }> = {
	updatedAtAbsent: { many: 0.28, few: 0.5, reason: 'no record shows whether it was touched before its first look' },
	subjectWatched: { many: 0.24, few: 0.62, reason: 'a message touches a conversation as another subject does' },
	shown: { many: 0.045, few: 0.18, reason: 'touched before its first look, or forgotten by a full memory' },
};

/** Worlds that meet each value of each open fact, at the least. */
const leastMet = (worlds: number) => (worlds < MANY ? 1 : Math.floor(worlds / 40));
/** The same for facts that only a 429 shows: a few worlds may have none. */
const leastMetAt429 = (worlds: number) => Math.floor(worlds / 150);

/** So seldom a run may break the bar by chance alone, while the share of broken worlds is as measured. */
const BY_CHANCE = 0.0005;

/** Worlds of a run that may break, at the most. */
export function mostBroken(event: EventName, worlds: number): number {
	const mean = STILL_BROKEN[event] * worlds;
	let term = Math.exp(-mean);
	let most = 0;
	for (let sum = term; 1 - sum > BY_CHANCE; sum += term) term *= mean / (most += 1);
	return most;
}

/** Which bars a run is over, in words. */
export function overBars(event: EventName, { worlds, updated, met }: TurnResult, brokenWorlds: number): string[] {
	const size = worlds < MANY ? 'few' : 'many';
	const over: string[] = [];
	const hold = (what: string, is: number, most: number) => is > most && over.push(`${what}: ${is}, and ${most} at the most`);
	hold('broken worlds', brokenWorlds, mostBroken(event, worlds));
	if (event === 'conversationUpdated') {
		const total = (of: 'events' | 'without' | 'unknowable') => KINDS.reduce((sum, kind) => sum + updated[kind][of], 0);
		hold('share without a change', (total('without') - total('unknowable')) / total('events'), STILL_WITHOUT[size]);
		for (const kind of KINDS)
			hold(`${kind}: share that no client could know`, updated[kind].unknowable / updated[kind].events, UNKNOWABLE[kind][size]);
	}
	const [usual, at429] = [rarest(event, met, false), rarest(event, met, true)];
	if (usual.worlds < leastMet(worlds)) over.push(`${usual.value} in ${usual.worlds} worlds only`);
	if (at429.worlds < leastMetAt429(worlds)) over.push(`${at429.value} in ${at429.worlds} worlds only`);
	return over;
}
