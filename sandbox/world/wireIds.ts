import type { World } from '../../contract/worlds';

const FIRST = 7_000_001;

/** Which id stands on the wire for which in the store. Where ids are numbers, each gets the next one when it is first shown. */
export class WireIds {
	private readonly numbers = new Map<string, number>();
	private readonly texts = new Map<string, string>();

	constructor(private readonly world: () => World) {}

	/** As the service writes it. */
	shown(id: string): string | number {
		if (this.world().idType === 'text') return id;
		const known = this.numbers.get(id);
		if (known !== undefined) return known;
		const number = FIRST + this.numbers.size;
		this.numbers.set(id, number);
		this.texts.set(String(number), id);
		return number;
	}

	/** The id in the store for what a client sent; what was never shown stays as it is. */
	stored(sent: string): string {
		return this.texts.get(sent) ?? sent;
	}

	/** A whole request body, as text, with the ids of the store. What is not JSON stays as it is. */
	storedBody(text: string): string {
		if (this.texts.size === 0) return text;
		try {
			return JSON.stringify(
				JSON.parse(text, (_key, value) => (typeof value === 'string' || typeof value === 'number' ? this.known(value) : value)),
			);
		} catch {
			return text;
		}
	}

	private known(value: string | number): string | number {
		return this.texts.get(String(value)) ?? value;
	}
}
