import type { World } from '../../contract/worlds';

interface Statuses {
	/** Every status that there is. */
	all: readonly string[];
	/** The one in which a conversation begins. */
	open: string;
	closed: string;
}

const statuses: Record<World['statuses'], Statuses> = {
	activePendingClosed: { all: ['Active', 'Pending', 'Closed'], open: 'Active', closed: 'Closed' },
	lowerCase: { all: ['active', 'pending', 'closed'], open: 'active', closed: 'closed' },
	more: { all: ['Active', 'Pending', 'Closed', 'Open', 'On hold'], open: 'Active', closed: 'Closed' },
};

export const statusesOf = (world: World): Statuses => statuses[world.statuses];

/** Whether the state machine lets a conversation go from one status to another. */
export function reaches(world: World, from: string, to: string): boolean {
	const { all, open, closed } = statusesOf(world);
	return all.includes(to) && (world.statusTransitions === 'any' || from !== closed || to === open);
}

interface Priorities {
	high: string;
	low: string;
	/** Of a conversation that was given none. */
	usual: string | null;
}

const priorities: Record<World['priorities'], Priorities> = {
	highNormalLow: { high: 'High', low: 'Low', usual: 'Normal' },
	nullWhenUnset: { high: 'High', low: 'Low', usual: null },
	lowerCase: { high: 'high', low: 'low', usual: 'normal' },
};

export const prioritiesOf = (world: World): Priorities => priorities[world.priorities];

/** 0 for the highest. */
export function rankOf(priority: string | null): number {
	const rank = ['high', 'normal', 'low'].indexOf(priority?.toLowerCase() ?? 'normal');
	return rank < 0 ? 3 : rank;
}
