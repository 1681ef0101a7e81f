import { loadContract } from '../contract/load';
import { pleasantWorld, type World } from '../contract/worlds';

/** Settings that tests and the demo may change while the sandbox runs. */
export interface Settings {
	/** Maximum number of requests per client IP in a fixed 60-second window; 0 for no limit. */
	limitPerMinute: number;
	/** Delay of every answer in ms, in real time. */
	latencyMs: number;
	/**
	 * Facts that the specification leaves open. Existing records keep status and last message of their former world.
	 */
	world: World;
	/** Endpoints that this helpdesk lacks, in addition to those that its world lacks. */
	missing: readonly string[];
	/** A request header that replaces the client IP, so that one host can act as several clients. */
	clientHeader: string | null;
	/** Names of fields that are not specified. */
	fieldNames: FieldNames;
}

type FieldNames = Record<
	| 'replyText'
	| 'replyDraft'
	| 'searchTerm'
	| 'batchIds'
	| 'tagIds'
	| 'mergeTarget'
	| 'recordName'
	| 'savedReplyText'
	| 'uploadFile'
	| 'uploadDraft'
	| 'uploadName'
	| 'uploadType',
	string
>;

/** A part of the options. Facts missing in `world` stay as they are. */
export type Changed<T extends Settings> = Partial<Omit<T, 'world'>> & { world?: Partial<World> };

export const withChanges = <T extends Settings>(settings: T, { world, ...changes }: Changed<T>): T => ({
	...settings,
	...changes,
	world: { ...settings.world, ...world },
});

export interface SandboxOptions extends Settings {
	/** 0 takes any free port. */
	port: number;
	/** Returns ms since the epoch. Used for everything except the latency. */
	clock: { now(): number };
	seed: number;
	/** Number of conversations in the three inboxes of the first organization. */
	conversations: number;
}

/** Returns the contract's provisional names (`x-default-names`). */
function defaultFieldNames(): FieldNames {
	const names = {} as FieldNames;
	JSON.stringify(loadContract(), (key, value) => {
		if (key === 'x-default-names') Object.assign(names, value);
		return value;
	});
	return names;
}

export const defaultOptions: SandboxOptions = {
	...{ port: 0, clock: { now: () => Date.now() }, seed: 1, conversations: 1200, limitPerMinute: 300, latencyMs: 0 },
	...{ world: pleasantWorld, missing: [], clientHeader: null, fieldNames: defaultFieldNames() },
};
