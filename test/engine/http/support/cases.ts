import type { Random } from '../../../../contract/random';
import { answerWays } from './answerWays';
import { addressWays, connectionWays } from './connectionWays';
import { KINDS, operations, type OperationKind } from './operations';
import type { Fault } from './reply';

/** One run of the node against the raw server, as plain data that can be printed and replayed. */
export interface HostileCase {
	/** Index in `operations`. */
	operation: number;
	items: number;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Number of tries; more than one means Retry On Fail. */
	tries: number;
	onlyOncePer: boolean;
	sendAgainIfMissing: boolean;
	restarted: boolean;
	records: number;
	deletedIsGone: boolean;
	scheme: 'http' | 'https';
	/** How every connection of the first execution fails; undefined if some succeed. */
	address?: (typeof addressWays)[number];
	/** Faults in order, each for one connection or request. After them the helpdesk works. */
	faults: Fault[];
	forEver: boolean;
}

const ways = [...Object.keys(answerWays), ...Object.keys(connectionWays), ...addressWays];

/** Pairs of a fault and a kind of operation. Each must occur. */
export const cells: Array<[way: string, kind: OperationKind]> = ways.flatMap((way) =>
	KINDS.map((kind): [string, OperationKind] => [way, kind]),
);

/** Draws case `index`. Its first fault and its kind cycle through all pairs; the rest is random. */
export function drawCase(random: Random, index: number): HostileCase {
	const [way, kind] = cells[index % cells.length]!;
	const choices = operations.map((_, at) => at).filter((at) => operations[at]!.kind === kind);
	const scheme = connectionWays[way]?.scheme ?? (random.next() < 0.04 ? 'https' : 'http');
	const more = random.next() < 0.5 ? 0 : 1 + random.below(4);
	const sameScheme = ways.filter((name) => (connectionWays[name]?.scheme ?? scheme) === scheme && !isAddress(name));
	const faults = [way, ...Array.from({ length: more }, () => random.pick(sameScheme))].filter(
		(name) => !isAddress(name),
	);
	const operation = random.pick(choices);
	const { checks = false, deed } = operations[operation]!;
	return {
		operation,
		items: random.next() < 0.5 ? 1 : 1 + random.below(5),
		onError: random.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput', 'continueRegularOutput']),
		tries: random.next() < 0.5 ? 1 : 2 + random.below(2),
		onlyOncePer: deed !== undefined && random.next() < 0.45,
		sendAgainIfMissing: checks && random.next() < 0.3,
		restarted: random.next() < 0.5,
		records: random.pick([0, 1, 3, 30, 130]),
		deletedIsGone: random.next() < 0.5,
		scheme,
		...(isAddress(way) && { address: way }),
		faults: faults.map((name) => drawFault(random, name)),
		// 429 ends, because endless throttling delays a run for many minutes.
		forEver: random.next() < 0.25 && faults.at(-1)?.startsWith('429') !== true,
	};
}

function drawFault(random: Random, way: string): Fault {
	return {
		way,
		at: Math.floor(random.next() * 1e4) / 1e4,
		variant: random.below(60),
		applied: random.next() < 0.5,
		reset: random.next() < 0.4,
	};
}

function isAddress(way: string): way is (typeof addressWays)[number] {
	return (addressWays as readonly string[]).includes(way);
}
