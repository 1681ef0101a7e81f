import { loadContract } from '../contract/load';
import { pleasantWorld, type World } from '../contract/worlds';

/** What tests and the demo may change while the sandbox runs. */
export interface Settings {
	/** Requests a client IP may send in a fixed 60-second window; 0 switches the global limit off. */
	limitPerMinute: number;
	/** Milliseconds that every answer is held back, in real time. */
	latencyMs: number;
	/** What the specification leaves open. Records that are there already keep the statuses and priorities of their own world. */
	world: World;
	/** Endpoints of the contract that this helpdesk does not have, whatever its world says. */
	missing: readonly string[];
	/** A request header that names the client in place of its IP, so that one host can play several; null trusts none. */
	clientHeader: string | null;
	/** The names of fields that the specification does not show. */
	fieldNames: FieldNames;
}

export interface FieldNames {
	replyText: string;
	replyDraft: string;
	searchTerm: string;
	batchIds: string;
	tagIds: string;
	mergeTarget: string;
	recordName: string;
	savedReplyText: string;
	uploadFile: string;
	uploadDraft: string;
}

/** Some of the options; facts that its world does not name are as before. */
export type Changed<T extends Settings> = Partial<Omit<T, 'world'>> & { world?: Partial<World> };

export const withChanges = <T extends Settings>(settings: T, { world, ...changes }: Changed<T>): T => ({
	...settings,
	...changes,
	world: { ...settings.world, ...world },
});

export interface SandboxOptions extends Settings {
	/** 0 takes any free port. */
	port: number;
	/** Milliseconds since the epoch; everything but the latency waits goes by it. */
	clock: { now(): number };
	seed: number;
	/** How many conversations the first organization starts with, over three inboxes. */
	conversations: number;
}

/** The provisional names of the contract (`x-default-names`). */
function defaultFieldNames(): FieldNames {
	const names = {} as FieldNames;
	JSON.stringify(loadContract(), (key, value) => {
		if (key === 'x-default-names') Object.assign(names, value);
		return value;
	});
	return names;
}

export const defaultOptions: SandboxOptions = {
	port: 0,
	clock: { now: () => Date.now() },
	seed: 1,
	conversations: 1200,
	limitPerMinute: 300,
	latencyMs: 0,
	world: pleasantWorld,
	missing: [],
	clientHeader: null,
	fieldNames: defaultFieldNames(),
};
