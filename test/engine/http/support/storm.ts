import { Random } from '../../../../contract/random';
import { trustTestAuthority } from './trust';
import { cells, drawCase, type HostileCase } from './cases';
import { judge, type Broken } from './judge';
import { stopNowhere } from './nowhere';
import { operations } from './operations';
import { runCase } from './runCase';

/** Number of concurrent cases, which mostly wait for sockets and time-outs. */
const AT_ONCE = 16;

/** Maximum number of failed cases that are shown. Others are only counted. */
const MAX_SHOWN = Number(process.env.HELPDESK_WIRE_SHOWN ?? 12);

interface Storm {
	cases: number;
	/** Number of broken cases, by promise and fault ("several ways" for a case with several faults). */
	counts: Record<string, number>;
	/** The first failures, with the command for a replay. */
	shown: string[];
	/** Number of occurrences of each pair of fault and kind of operation, the rarest first. */
	coverage: Array<[pair: string, times: number]>;
}

/** Returns the seed: fixed, so that no change fails by chance; the weekly run sets another one. */
export function firstSeed() {
	return Number(process.env.HELPDESK_WIRE_SEED ?? 1);
}

/** Runs the cases from `from` to below `to` of a seed. Each can be replayed alone. */
export async function hostileStorm({
	seed,
	from = 0,
	to,
}: {
	seed: number;
	from?: number;
	to: number;
}): Promise<Storm> {
	const restore = trustTestAuthority();
	const storm: Storm = { cases: 0, counts: {}, shown: [], coverage: [] };
	const coverage = new Map(cells.map(([way, kind]) => [`${way} × ${kind}`, 0]));
	const failures: Array<{ index: number; drawn: HostileCase; ways: string[]; broken: Broken[] }> = [];
	let next = from;
	const work = async () => {
		while (next < to) {
			const index = next;
			next += 1;
			const drawn = drawCase(new Random(seed + index * 7919), index);
			const ran = await runCase(drawn);
			const { kind } = operations[drawn.operation]!;
			const ways = [
				...new Set([...ran.hostile.met.map((fault) => fault.way), ...(drawn.address ? [drawn.address] : [])]),
			];
			for (const way of ways) {
				const pair = `${way} × ${kind}`;
				coverage.set(pair, (coverage.get(pair) ?? 0) + 1);
			}
			storm.cases += 1;
			const broken = judge(drawn, ran);
			if (broken.length > 0) failures.push({ index, drawn, ways, broken });
		}
	};
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		for (const { ways, broken } of failures) {
			for (const promise of new Set(broken.map((each) => each.promise))) {
				const key = `${promise} | ${ways.length === 1 ? ways[0] : 'several ways'}`;
				storm.counts[key] = (storm.counts[key] ?? 0) + 1;
			}
		}
		for (const { index, drawn, broken } of oneOfEach(failures)) {
			const seen = broken.map((each) => `${each.promise}: ${each.seen}`).join(' | ');
			storm.shown.push(
				`case ${index} (HELPDESK_WIRE_SEED=${seed} HELPDESK_WIRE_CASE=${index}): ${seen}\n    ${JSON.stringify(drawn)}`,
			);
		}
	} finally {
		stopNowhere();
		restore();
	}
	storm.coverage = [...coverage].sort(([, a], [, b]) => a - b);
	return storm;
}

/** Puts failures of different kinds before repeated kinds. */
function oneOfEach<T extends { ways: string[]; broken: Broken[] }>(failures: T[]) {
	const simplestLast = [...failures].sort((one, other) => other.ways.length - one.ways.length);
	const kinds = new Map(
		simplestLast.map((failure) => [`${failure.broken[0]!.promise} ${failure.ways.at(-1)}`, failure]),
	);
	return [...kinds.values()].slice(-MAX_SHOWN);
}
