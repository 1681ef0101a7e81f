import { describeWorld, drawWorld, factNames, type Fact, type World } from '../../../../contract/worlds';
import { MAX_REQUESTS } from '../../../../tools/service/budget';
import { readableFacts } from '../../../../tools/service/facts';
import { isReadingPost } from '../../../../transport/readingPosts';
import type { Rig } from '../../../support/transport';
import { checkWorld } from './check';

/** Where a fact hides behind another one. Those that are read by chance alone have tests of their own (chance.test.ts). */
const hidden: Partial<Record<Fact, (world: World) => boolean>> = {
	newestGoesBy: ({ updatedAt }) => updatedAt === 'absent',
	// Whether a text is a tag's ID or its name is known by a list of tags; that of one inbox may have others.
	tagsInList: ({ provisionalEndpoints }) => provisionalEndpoints !== 'all',
	directionWords: ({ lastMessageBy }) => lastMessageBy === 'absent',
	clockSkew: ({ dateHeader }) => dateHeader === 'absent',
	contactOrder: ({ contactOrder, contactTimes }) => contactTimes === 'absent' && (contactOrder === 'oldest' || contactOrder === 'newest'),
};

/**
 * Checks the helpdesks of so many seeds. Fails where a report says something wrong, where it leaves open what reading can show, where a
 * request writes, or where there are more than the budget.
 */
export async function expectRightReports(rig: Rig, from: number, count: number): Promise<void> {
	const score = Object.fromEntries(factNames.map((fact) => [fact, { right: 0, unknown: 0 }])) as Record<Fact, { right: number; unknown: number }>;
	const [wrong, missed]: [string[], string[]] = [[], []];
	let most = 0;
	const began = Date.now();
	for (let seed = from; seed < from + count; seed += 1) {
		const world = drawWorld(seed);
		const { report, log } = await checkWorld(rig, world, seed);
		most = Math.max(most, log.length, report.requests);
		for (const { method, path } of log) if (method !== 'GET' && !isReadingPost(method, path)) wrong.push(`it sent ${method} ${path}`);
		for (const fact of factNames) {
			const { state, value, because } = report.facts[fact];
			if (state !== 'shown') {
				score[fact].unknown += 1;
				if (readableFacts[fact].readable === 'yes' && !hidden[fact]?.(world))
					missed.push(`${fact}, ${world[fact]} (HELPDESK_WORLDS_SEED=${seed})`);
			} else if (value === world[fact]) score[fact].right += 1;
			else
				wrong.push(
					`${fact} is ${world[fact]}, and was found ${value} (${because}) in ${describeWorld(world)} (HELPDESK_WORLDS_SEED=${seed})`,
				);
		}
	}
	console.info(
		`${count} worlds from seed ${from}, at most ${most} requests, ${Date.now() - began} ms\n` +
			factNames.map((fact) => `${fact}: ${score[fact].right} right, ${score[fact].unknown} unknown`).join('\n'),
	);
	expect(wrong).toEqual([]);
	expect(missed).toEqual([]);
	expect(most).toBeLessThanOrEqual(MAX_REQUESTS);
	const readable = factNames.filter((fact) => readableFacts[fact].readable === 'yes');
	if (count >= 100) expect(readable.filter((fact) => score[fact].right < count * 0.4)).toEqual([]);
}
