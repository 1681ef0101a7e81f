import type { Ended } from './n8n';
import { ORIGIN, type Origin } from './records';
import type { Run } from './run';

/**
 * What is wrong with a test run; undefined where nothing is.
 *
 * @param began the service's time when it began, in ms: what came since it need not have seen
 */
export function checkTestRun(run: Run, ended: Ended, began: number): string | undefined {
	const { helpdesk, setup, world, parameters } = run;
	const now = helpdesk.now();
	const weather = run.answers.weather.filter(({ until }) => until > now);
	if (weather.some(({ inbox }) => inbox === undefined) || (run.isTroubled && weather.length === 0)) return undefined;
	const inboxes = parameters.inboxIds.map((id) =>
		Array.from({ length: setup.allInboxes }, (_, index) => index + 1).find((inbox) => run.idOf(inbox) === id)!,
	);
	const well = inboxes.filter((inbox) => !weather.some((each) => each.inbox === inbox));
	const listed = well.flatMap((inbox) => helpdesk.inbox(inbox)!.all(now));
	const contacts = helpdesk.contacts.all(now);
	const isEmpty = setup.event === 'contactCreated' ? contacts.length === 0 : listed.length === 0;
	const mayFind = setup.event !== 'customerMessage' && !isEmpty;
	if ('dropped' in ended) return undefined;
	if ('error' in ended) return mayFind ? `it failed: ${ended.error.message}` : undefined;
	if (ended.items?.length !== 1) return `it showed ${ended.items?.length ?? 0} items`;
	const { conversation, contact, message } = (ended.items[0] as { [ORIGIN]?: Origin })[ORIGIN] ?? {};
	if (setup.event === 'customerMessage') return message?.by === 'contact' ? undefined : 'the message is by a teammate';
	if (setup.event === 'conversationCreated') {
		const newest = newestOf(listed, began);
		// Newest by activity, the newest by creation is among the newest hundred of each inbox only where there are no more.
		const isFound = world.newestGoesBy === 'created' || inboxes.every((inbox) => helpdesk.inbox(inbox)!.everything().length <= 20);
		return isFound && conversation!.created < newest ? 'it is not the newest conversation' : undefined;
	}
	if (setup.event === 'contactCreated' && world.contactTimes === 'present') {
		const isFound = ['newest', 'oldest'].includes(world.contactOrder) || contacts.length <= 20;
		return isFound && contact!.created < newestOf(contacts, began) ? 'it is not the newest contact' : undefined;
	}
	return undefined;
}

/** When the newest of what was listed at a time was created, in ms; stored times are of whole seconds. */
function newestOf(things: Array<{ created: number; visibleFrom: number }>, at: number): number {
	return Math.max(...things.filter(({ created, visibleFrom }) => Math.max(created, visibleFrom) + 1000 <= at).map(({ created }) => created));
}
