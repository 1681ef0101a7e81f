import type { Clock } from '../../../transport';
import type { PageRead } from '../core/protocol';
import type { Session } from './session';

/** A page that was asked for longer ago, in ms, is asked for anew. */
const MAX_AGE_MS = 5_000;

interface Recent {
	/** When it was asked for, in ms: the helpdesk made it no earlier. */
	askedAt: number;
	page: Promise<PageRead>;
}

/**
 * The pages that the triggers of this n8n have read in the last few seconds. Another trigger that asks for the very same is handed
 * them, as if its request had left these seconds earlier (docs/decisions/trigger-events.md).
 */
export class RecentPages {
	private readonly pages = new Map<string, Recent>();

	constructor(private readonly clock: Clock) {}

	/**
	 * A page that another trigger asked for when this one had seen all that it has seen, or later; else what `load` gives. One that
	 * fails for whoever asked first is asked for anew, and so is one that this trigger was given: who asks again wants to know what
	 * has changed.
	 *
	 * @param key account, filter, inbox, number and size
	 */
	async recall(key: string, { seenAt, given }: Pick<Session, 'seenAt' | 'given'>, load: () => Promise<PageRead>): Promise<PageRead> {
		const known = this.pages.get(key);
		if (known && known.askedAt >= seenAt && this.isFresh(known) && !given.has(known)) {
			given.add(known);
			const page = await known.page.catch(() => undefined);
			if (page) return page;
		}
		const recent = { askedAt: this.clock.now(), page: load() };
		this.forgetOld();
		this.pages.set(key, recent);
		given.add(recent);
		recent.page.catch(() => this.pages.get(key) === recent && this.pages.delete(key));
		return await recent.page;
	}

	private isFresh({ askedAt }: Recent): boolean {
		return this.clock.now() - askedAt <= MAX_AGE_MS;
	}

	private forgetOld(): void {
		for (const [key, recent] of this.pages) if (!this.isFresh(recent)) this.pages.delete(key);
	}
}
