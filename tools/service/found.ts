import { wholeNumber } from '../../transport/answers/shape';
import { factNames, type Fact } from '../../contract/worlds';
import { readableFacts } from './facts';
import { endpointsFound, pageSizesFound, provisionalOf } from './find/endpoints';
import { recordsFound } from './find/fields';
import { cannotBeRead } from './find/finding';
import * as forms from './find/forms';
import * as orders from './find/orders';
import * as records from './find/records';
import * as service from './find/service';
import * as words from './find/words';
import { Seen, succeeded } from './looks';
import type { Readings } from './reading';
import { REPORT, type FactFinding, type ServiceReport } from './report';

type Find = (seen: Seen, readings: Readings) => FactFinding;

/** How each fact is found; those that cannot be read have no entry. */
const finds: Partial<Record<Fact, Find>> = {
	...forms,
	...orders,
	updatedAt: records.updatedAt,
	tagsInList: records.tagsInList,
	lastMessage: records.lastMessage,
	lastMessageBy: records.lastMessageBy,
	assigneeShape: records.assigneeShape,
	contactTimes: records.contactTimes,
	statuses: words.statuses,
	priorities: words.priorities,
	directionWords: words.directionWords,
	rateHeaders: service.rateHeaders,
	retryAfter: (_, { passing }) => service.retryAfter(passing),
	lateVisibility: service.lateVisibility,
	provisionalEndpoints: (seen) => service.provisionalEndpoints(provisionalOf(endpointsFound(seen))),
	errorCodes: service.errorCodes,
	requestIdPlace: (_, { passing }) => service.requestIdPlace(passing),
	dateHeader: service.dateHeader,
	clockSkew: service.clockSkew,
};

/**
 * The report of what was read: names that the contract knows, types, counts and forms alone.
 *
 * @param now ms since the epoch, for the day
 * @param host only where whoever checks wants it to be seen
 */
export function reportOf(readings: Readings, now: number, host?: string): ServiceReport {
	const seen = new Seen(readings.readings);
	const facts = factNames.map(
		(fact) => [fact, readableFacts[fact].readable === 'never' ? cannotBeRead(fact) : finds[fact]!(seen, readings)] as const,
	);
	const ordinary = seen.answers.filter(succeeded);
	return {
		report: REPORT,
		format: 1,
		day: new Date(now).toISOString().slice(0, 10),
		...(host !== undefined && { host }),
		requests: readings.requests,
		facts: Object.fromEntries(facts) as ServiceReport['facts'],
		endpoints: endpointsFound(seen),
		records: recordsFound(seen),
		words: words.wordsFound(seen),
		headers: {
			rateLimit: wholeNumber(ordinary.find(({ headers }) => headers['x-ratelimit-limit'] !== undefined)?.headers['x-ratelimit-limit']) ?? null,
			rateRemaining: ordinary.some(({ headers }) => headers['x-ratelimit-remaining'] !== undefined),
			date: ordinary.some(({ headers }) => headers.date !== undefined),
			retryAfter: service.retryAfterForm(readings.passing) ?? null,
		},
		pageSizes: pageSizesFound(seen),
	};
}
