import type { PageRequest, Reader, Reply } from '../core/protocol';
import { rules } from '../core/seams';

/** A page of this poll; they are counted in the order in which they came. */
interface Got {
	reply: Reply;
	number: number;
}

/**
 * The pages of one poll, for several readings. A reading gets a page that another one has got before, unless it has one
 * already that came later: to it, all pages come in the order in which the helpdesk made them. It gets none twice, because who
 * asks again wants to know what has changed.
 */
export class SharedPages {
	private readonly pages = new Map<string, Got>();
	/** Inboxes that could not be read: the others are not to try again in this poll. */
	private readonly unread = new Set<string | undefined>();
	private count = 0;

	constructor(private readonly reader: Reader) {}

	/** The reader for one of the readings. */
	forOne(): Reader {
		let latest = 0;
		const given = (request: PageRequest): Got | undefined => {
			const got = this.pages.get(keyOf(request));
			return got && rules.isLaterPage(got.number, latest) ? got : undefined;
		};
		return {
			mayRead: (request) => given(request) !== undefined || this.isUnread(request) || this.reader.mayRead(request),
			read: async (request) => {
				if (this.isUnread(request)) return 'unread';
				const got = given(request) ?? (await this.ask(request));
				latest = got.number;
				return got.reply;
			},
		};
	}

	private isUnread({ inboxId }: PageRequest): boolean {
		return this.unread.has(inboxId);
	}

	private async ask(request: PageRequest): Promise<Got> {
		const reply = await this.reader.read(request);
		const got = { reply, number: (this.count += 1) };
		if (reply === 'unread' && request.conversationId === undefined) this.unread.add(request.inboxId);
		if (typeof reply === 'object') this.pages.set(keyOf(request), got);
		return got;
	}
}

function keyOf({ inboxId, page, perPage, conversationId, isThread }: PageRequest): string {
	return JSON.stringify([inboxId, page, perPage, conversationId, isThread]);
}
