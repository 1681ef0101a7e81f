import type { Random } from '../../../sandbox/random';
import { MINUTE, type CreatedWeather } from './createdWeather';
import type { Ledger } from './ledger';
import type { Conversation, Service } from './service';

/** What people do in the helpdesk while a trigger on new conversations reads it. */
export class Unrest {
	/** Conversations that were moved before they were emitted. */
	private readonly moved = new Set<string>();

	constructor(
		private readonly random: Random,
		private readonly sky: CreatedWeather,
		private readonly service: Service,
		private readonly ledger: Ledger,
	) {}

	/** A conversation begins; it may appear late, or be dated into the future. */
	create(): Conversation {
		const { random, sky, service } = this;
		const late = random.next() < sky.late ? random.below(sky.lookBack - MINUTE) : 0;
		const isFuture = sky.hasDateHeader && random.next() < sky.future;
		return service.create(random.pick(service.inboxIds), late, isFuture ? service.now + 86_400_000 : undefined);
	}

	/** Something happens to one of the latest conversations, or to many of them at once. */
	disturb(): void {
		const { random, sky, service } = this;
		if (random.next() < sky.purge) this.latestOfAny().forEach((each) => this.trash(each));
		if (random.next() < sky.bulk) this.latestOfAny().forEach((each) => service.touch(each));
		const conversation = this.one();
		if (!conversation) return;
		const dice = random.next();
		if (dice < 0.3) service.touch(conversation, random.pick(['contact', 'user']));
		else if (dice < 0.5) service.touch(conversation);
		else if (dice < 0.6) this.ledger.want(this.create());
		else if (dice < 0.7) this.move(conversation);
		else if (dice < 0.9) this.trash(conversation);
		else conversation.isTrashed = false;
	}

	/** Another workflow goes through the open conversations in turn, the one that was left alone longest first. */
	walk(): void {
		const { service } = this;
		const open = this.ledger.open;
		const from = open.length > 0 ? open : service.conversations.slice(-60);
		const next = from.reduce((oldest, each) => (each.updated < oldest.updated ? each : oldest));
		service.touch(next, 'user');
	}

	private one(): Conversation | undefined {
		const { random, sky, service } = this;
		const open = random.next() < sky.focus ? this.ledger.open : [];
		if (open.length > 0) return random.pick(open);
		const { length } = service.conversations;
		return service.conversations[length - 1 - random.below(Math.min(60, length))];
	}

	private latestOfAny(): Conversation[] {
		return this.service.newestOf(this.random.pick(this.service.inboxIds), 1 + this.random.below(40));
	}

	/**
	 * Once at the most before it was emitted: one that is moved past the reading twice in a row cannot be seen
	 * by any poller.
	 */
	private move(conversation: Conversation): void {
		if (this.sky.disappears || this.moved.has(conversation.id)) return;
		if (this.ledger.isWaiting(conversation)) this.moved.add(conversation.id);
		this.service.move(conversation, this.random.pick(this.service.inboxIds));
	}

	private trash(conversation: Conversation): void {
		conversation.isTrashed = true;
		this.ledger.excuse(conversation);
	}
}
