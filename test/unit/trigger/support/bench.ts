import { rules } from '../../../../nodes/HelpdeskTrigger/core/seams';
import type { PageRequest, Reply, TriggerEvent } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import type { TriggerOptions } from '../../../../nodes/HelpdeskTrigger/core/state';
import { ApiError } from '../../../../transport';
import { Random } from '../../../../contract/random';
import { drawWorld, Helpdesk, type World } from './helpdesk';
import { MINUTE, optionsFor, TriggerModel, Unreachable } from './triggerModel';

export const HOUR = 60 * MINUTE;

/** The whole helpdesk is away. */
export const ALL = 'all';

/** The refusal of a page size. */
const TOO_LARGE = new ApiError(
	{ method: 'POST', path: '/inboxes/a' },
	{ kind: 'answer', answer: { status: 422, headers: {}, body: { errors: { 'display.per_page': ['Too large.'] } } } },
	false,
	1,
);

/** A helpdesk with everything as it is pleasant, and a trigger on it. */
export function bench(options: Partial<TriggerOptions> & { event: TriggerOptions['event'] }, world: Partial<World> = {}, startFromText = '') {
	const random = new Random(7);
	const pleasant: World = {
		...drawWorld(random),
		newestGoesBy: 'created',
		ties: 'stable',
		resolution: 1000,
		updatedAt: 'present',
		emptyLastPage: 1,
		pageSize: 'upTo100',
		lateVisibility: 0,
		dateHeader: true,
		idType: 'text',
		contactOrder: 'newest',
		contactTimes: false,
	};
	const helpdesk = new Helpdesk(random, { ...pleasant, ...world });
	const trigger = new TriggerModel(optionsFor(options.event, ['a'], options), startFromText);
	const away = new Set<string>();
	const last = { requests: 0 };
	const poll = async (minutes = 1): Promise<TriggerEvent[]> => {
		helpdesk.now += minutes * MINUTE;
		let requests = 0;
		const read = async (request: PageRequest): Promise<Reply> => {
			requests += 1;
			helpdesk.now += 20;
			if (away.has(ALL)) throw new Unreachable();
			if (away.has(request.inboxId ?? '')) return 'unread';
			const reply = helpdesk.page(request);
			if (reply === 'tooLarge') trigger.session.sizes[request.inboxId === undefined ? 'contacts' : 'conversations'].refused(TOO_LARGE);
			return reply;
		};
		const events = await trigger.poll({ mayRead: () => requests < rules.mostRequests, read });
		last.requests = requests;
		return events ?? [];
	};
	/** As n8n does at an activation: it polls, and saves. */
	const activate = async () => {
		const events = await poll(0);
		trigger.save();
		helpdesk.now += 1_000;
		return events;
	};
	const old = (count: number, inboxId = 'a', apart = MINUTE) =>
		Array.from({ length: count }, () => ((helpdesk.now += apart), helpdesk.create(inboxId)));
	return { helpdesk, trigger, poll, activate, old, away, last };
}

export const idsOf = (events: TriggerEvent[]) => events.map(({ record }) => record.id);
