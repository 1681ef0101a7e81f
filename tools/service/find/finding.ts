import type { Fact, World } from '../../../contract/worlds';
import { readableFacts } from '../facts';
import type { FactFinding } from '../report';

/** One of the contract's values, or null where what was read fits none of them. */
export const shown = <F extends Fact>(value: World[F] | null, because: string): FactFinding => ({ state: 'shown', value, because });

/** What was read does not say it. */
export const notShown = (fact: Fact): FactFinding => ({ state: 'not shown by what was read', because: `needs ${readableFacts[fact].needs}` });

/** Nothing that reads could say it. */
export const cannotBeRead = (fact: Fact): FactFinding => ({ state: 'cannot be read', because: `needs ${readableFacts[fact].needs}` });

/** The number of something, in words. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The only value of a list, where all are the same; undefined where there is none, null where they differ. */
export function only<T>(values: T[]): T | null | undefined {
	const [first, ...others] = new Set(values);
	return others.length > 0 ? null : first;
}
