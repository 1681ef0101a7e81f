import { fateOf, isObject, isReading, requestIdIn, type ApiRequest, type Credential, type Fate, type Wire } from '../../../../transport';

/** Longer names of fields, or such with other signs, may be a text that somebody wrote. */
const NAME = /^[\p{L}\p{N} _.:-]{1,64}$/u;

/** What an item has sent to be written, as its receipt tells it: never a value. */
export class Written {
	/** How often a write left n8n, throttled attempts and those of earlier tries of the item included. */
	attempts: number;
	/** What became of the last attempt of this try; undefined while nothing was sent. */
	last?: { request: Pick<ApiRequest, 'method' | 'path'>; applied: Fate['applied'] };
	/** To quote to the helpdesk's support, of the last answer that shows one. */
	requestId?: string;
	private readonly names: Set<string>;

	/** @param earlier what the item's try before this one had sent */
	constructor(earlier?: Written) {
		this.attempts = earlier?.attempts ?? 0;
		this.names = new Set(earlier?.names);
	}

	/** The names of the fields that were sent. */
	get changed(): string[] {
		return [...this.names];
	}

	/** The same wire, kept account of. */
	over(wire: Wire, credential: Credential): Wire {
		return async (request) => {
			if (isReading(request)) return await wire(request);
			const { method, path, body, encoded } = request;
			const fields = encoded ? encoded.fields : body;
			const names = isObject(fields) ? Object.keys(fields) : [];
			for (const name of names) if (NAME.test(name)) this.names.add(name);
			this.last = { request: { method, path }, applied: 'no' };
			// n8n itself may refuse to send it.
			const outcome = await wire(request);
			this.last.applied = fateOf(request, outcome).applied;
			if (outcome.kind === 'answer' || this.last.applied !== 'no') this.attempts += 1;
			if (outcome.kind === 'answer') this.requestId = requestIdIn(outcome.answer, credential) ?? this.requestId;
			return outcome;
		};
	}
}
