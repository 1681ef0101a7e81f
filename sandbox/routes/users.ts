import type { Handlers } from '../call';
import { single } from '../call';
import { listing } from '../pages';
import { statusesOf } from '../world/words';

export const userHandlers: Handlers = {
	getCurrentUser: (call) => {
		const active = call.store
			.sortedConversations({ organizationId: call.organizationId }, 'newest')
			.filter(({ record }) => record.status === statusesOf(call.store.world).open);
		return single(call, {
			...call.user,
			organization: call.store.organizations.get(call.organizationId),
			badge_counts: { active: active.length, mine: active.filter(({ record }) => record.assignable_id === call.user.id).length },
		});
	},

	listUsers: (call) => {
		const { store, organizationId } = call;
		return listing(
			call,
			[...store.teammates.values()].filter(({ active_organization_id }) => active_organization_id === organizationId),
		);
	},

	getUser: ({ teammate }) => ({ data: teammate }),
};
