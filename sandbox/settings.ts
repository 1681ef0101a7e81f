import { loadContract } from '../contract/load';
import { pleasantWorld, type World } from '../contract/worlds';

/** What tests and the demo may change while the sandbox runs. */
export interface Settings {
	/** Requests of a client IP in a fixed 60-second window; 0 switches the global limit off. */
	limitPerMinute: number;
	/** Delay of every answer in ms, in real time. */
	latencyMs: number;
	/** What the specification leaves open. Existing records keep the status and the last message of their own world. */
	world: World;
	/** Endpoints of the contract that this helpdesk does not have, in addition to its world. */
	missing: readonly string[];
	/** A request header that names the client in place of its IP, so that one host can be several clients. */
	clientHeader: string | null;
	/** The names of fields that the specification does not show. */
	fieldNames: FieldNames;
}

export type FieldNames = Record<
	| 'replyText'
	| 'replyDraft'
	| 'searchTerm'
	| 'batchIds'
	| 'tagIds'
	| 'mergeTarget'
	| 'recordName'
	| 'savedReplyText'
	| 'uploadFile'
	| 'uploadDraft',
	string
>;

/** Some of the options. Facts that its world does not name stay as they are. */
export type Changed<T extends Settings> = Partial<Omit<T, 'world'>> & { world?: Partial<World> };

export const withChanges = <T extends Settings>(settings: T, { world, ...changes }: Changed<T>): T => ({
	...settings,
	...changes,
	world: { ...settings.world, ...world },
});

export interface SandboxOptions extends Settings {
	/** 0 takes any free port. */
	port: number;
	/** In ms since the epoch, for everything but the latency. */
	clock: { now(): number };
	seed: number;
	/** Number of conversations of the first organization, over three inboxes. */
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
	...{ port: 0, clock: { now: () => Date.now() }, seed: 1, conversations: 1200, limitPerMinute: 300, latencyMs: 0 },
	...{ world: pleasantWorld, missing: [], clientHeader: null, fieldNames: defaultFieldNames() },
};
