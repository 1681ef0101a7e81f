import type { Mutation } from './simulate';
import type { Turn } from './worker';

/** A mistake that another poller has had, or that this one could get, and what it would cost. */
export interface Mistake extends Mutation {
	name: string;
	event?: Turn['event'];
	/** The seed to begin with, for one that few runs notice. */
	seed?: number;
}

export const MISTAKES: Mistake[] = [
	{
		name: 'times at the floor are left out, as if no two were equal',
		file: 'core/createdReading.ts',
		from: 'if (created < inbox.floor) return;',
		to: 'if (created <= inbox.floor) return;',
	},
	{
		name: 'there is no overlap for what appears late',
		file: 'core/createdReading.ts',
		from: 'Math.min(...this.complete.values()) - this.options.lookBack);',
		to: 'Math.min(...this.complete.values()));',
	},
	{
		name: 'the ids that were emitted are not kept',
		file: 'core/createdReading.ts',
		from: 'for (const { inboxId, hash, created } of batch) remember(this.inboxes.get(inboxId)!, hash, created);',
		to: 'void batch;',
	},
	{
		name: 'a failed page counts as an empty one',
		file: 'run/progress.ts',
		from: 'answer = await reader.read(step.value.read);',
		to: "answer = await reader.read(step.value.read).catch(() => ({ records: [], lastPage: 1 }));",
	},
	{
		name: 'the state goes on before the requests have succeeded',
		file: 'run/pollOnce.ts',
		from: '	let came: Came | undefined;\n	try {',
		to: "	if (saved) for (const inbox of Object.values((saved.data as any).inboxes) as any[]) inbox.floor = inbox.next = (saved.data as any).clock;\n	if (saved) staticData.state = saved as any;\n	let came: Came | undefined;\n	try {",
	},
	{
		name: 'one reading is enough for the floor to rise',
		file: 'core/createdReading.ts',
		from: 'inbox.next = Math.max(inbox.floor, dealtWith);',
		to: 'inbox.next = inbox.floor = Math.max(inbox.floor, dealtWith);',
	},
	{
		name: 'a backlog counts as emitted with its first batch',
		file: 'core/conversationCreated.ts',
		from: 'reading.emitted(batch);',
		to: 'reading.emitted((reading.backlog as any).held);',
	},
	{
		name: 'newest is taken for the order of creation',
		file: 'core/order.ts',
		from: "const KEYS = ['created', 'updated', 'lastMessage'] as const;",
		to: "const KEYS = ['created'] as const;",
		seed: 101,
	},
	{
		name: 'only the first page is read',
		file: 'core/descend.ts',
		from: 'if (next.isEnd || descent.isBelow(downTo ?? floor)) return { windows, began };',
		to: 'return { windows, began, next, floor } as any;',
	},
	{
		name: 'pages do not overlap',
		file: 'core/window.ts',
		from: 'return Math.ceil(perPage / 10);',
		to: 'return 0 * perPage;',
	},
	{
		name: 'what jumped to the top while pages were read is not looked for',
		file: 'core/descend.ts',
		from: 'if (way.windows === 1 || isSettled) return',
		to: 'if (way.windows >= 1 || isSettled) return',
		seed: 301,
	},
	{
		name: 'ids are forgotten before their time',
		file: 'core/createdState.ts',
		from: 'forgetBelow(kept, Math.max(floor, fits));',
		to: 'forgetBelow(kept, clock);',
	},
	{
		name: 'a conversation that moves to another inbox is new there',
		file: 'core/createdReading.ts',
		from: 'for (const { seen } of this.inboxes.values()) for (const hash of seen.keys()) this.known.add(hash);',
		to: '',
	},
	{
		name: 'the newest of a backlog come first',
		file: 'core/found.ts',
		from: 'return a.created - b.created ||',
		to: 'return b.created - a.created ||',
	},
	{
		name: 'what was there before the activation is emitted',
		file: 'core/createdReading.ts',
		from: 'if (startFrom === undefined) this.beginning.add(inboxId);',
		to: '',
	},
	{
		name: 'a timestamp from the future is believed',
		file: 'core/serverClock.ts',
		from: 'Math.min(latest, bound)',
		to: 'Math.max(latest, 0 * bound)',
	},
	{
		name: 'a reading goes on although the state has changed under it',
		file: 'run/shelf.ts',
		from: 'return kept?.basis === basis ? kept.progress : undefined;',
		to: 'return kept?.progress;',
	},
	{
		name: 'what comes too late for one emission is forgotten',
		file: 'core/sightings.ts',
		from: 'for (const [hash, { mark }] of emitted) this.memory.remember(hash, mark);',
		to: 'for (const [hash, { mark }] of news) this.memory.remember(hash, mark);',
		event: 'conversationUpdated',
		seed: 81,
	},
	{
		name: 'older conversations are never looked at',
		file: 'core/watchReading.ts',
		from: 'inboxes[inboxId] = { ...cursor, ...round, at, anchors };',
		to: 'inboxes[inboxId] = { ...cursor, ...round, at: 0 * at, anchors: anchors.slice(0, 0) };',
		event: 'conversationUpdated',
	},
	{
		name: 'an old conversation that is not remembered is taken for unchanged',
		file: 'core/updatedFields.ts',
		from: 'latest >= since && latest > created && created < createdSince',
		to: 'latest < since && latest > created && created < createdSince',
		event: 'conversationUpdated',
	},
	{
		name: 'what was emitted is not remembered',
		file: 'core/memory.ts',
		from: '		this.marks.delete(hash);\n		this.marks.set(hash, mark);',
		to: '		this.marks.delete(hash);\n		void mark;',
		event: 'customerMessage',
	},
	{
		name: 'a round that is not over counts as a look at everything',
		file: 'core/watchReading.ts',
		from: 'const round = ended ?',
		to: 'const round = ended || true ?',
		event: 'customerMessage',
		seed: 111,
	},
	{
		name: 'contacts are only looked for on the first page',
		file: 'core/contactCreated.ts',
		from: 'lastPage = answer.lastPage;',
		to: 'lastPage = Math.min(1, answer.lastPage);',
		event: 'contactCreated',
	},
];
