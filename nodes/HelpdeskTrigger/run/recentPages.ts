import type { Clock } from '../../../transport';
import type { PageRead } from '../core/protocol';
import type { Session } from './session';

/** A page that was asked for longer ago, in ms, is asked for anew. */
const MAX_AGE_MS = 5_000;

interface Recent {
	/** When it was asked for, in ms. */
	at: number;
	/** Its place among all that was asked for and came in this process: the helpdesk made the page between the two. */
	asked: number;
	came: number;
	page: Promise<PageRead>;
}

/**
 * The pages that the triggers of this n8n have read in the last few seconds. Another trigger that asks for the very same is handed
 * them, as if its request had left these seconds earlier (docs/decisions/trigger-events.md).
 */
export class RecentPages {
	private readonly pages = new Map<string, Recent>();
	private count = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * A page that was asked for after all that this trigger has seen had come; else what `load` gives. One that fails for whoever
	 * asked first is asked for anew. An activation is handed none.
	 *
	 * @param key account, filter, inbox, number and size
	 */
	async recall(key: string, session: Session, load: () => Promise<PageRead>): Promise<PageRead> {
		const known = this.pages.get(key);
		if (session.hasPolled && known && known.asked > session.seen && this.isFresh(known)) {
			const page = await known.page.catch(() => undefined);
			if (page) return this.seen(session, known, page);
		}
		const recent: Recent = { at: this.clock.now(), asked: (this.count += 1), came: Infinity, page: load() };
		this.forgetOld();
		this.pages.set(key, recent);
		return this.seen(session, recent, await recent.page);
	}

	private seen(session: Session, recent: Recent, page: PageRead): PageRead {
		recent.came = Math.min(recent.came, (this.count += 1));
		session.seen = Math.max(session.seen, recent.came);
		return page;
	}

	private isFresh({ at }: Recent): boolean {
		return this.clock.now() - at <= MAX_AGE_MS;
	}

	private forgetOld(): void {
		for (const [key, recent] of this.pages) if (!this.isFresh(recent)) this.pages.delete(key);
	}
}
