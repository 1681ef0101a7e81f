interface Listed {
	visibleFrom: number;
	tie: number;
}

/** A list of the service in its order, page by page; what is late comes into it when its time has come. */
export class Listing<T extends Listed> {
	private items: T[] = [];
	private hidden: T[] = [];
	private isSorted = true;

	/** @param compare the order, without ties */
	constructor(private readonly compare: (a: T, b: T) => number) {}

	add(item: T): void {
		this.hidden.push(item);
	}

	remove(item: T): void {
		for (const list of [this.items, this.hidden]) {
			const at = list.indexOf(item);
			if (at >= 0) list.splice(at, 1);
		}
	}

	/** Something changed that the order may go by. */
	touch(): void {
		this.isSorted = false;
	}

	/** What is listed, in no order. */
	all(now: number): T[] {
		this.reveal(now);
		return this.items;
	}

	/** What is there, listed already or not. */
	everything(): T[] {
		return [...this.items, ...this.hidden];
	}

	/** How much is there, listed already or not. */
	get size(): number {
		return this.items.length + this.hidden.length;
	}

	page(now: number, number: number, perPage: number): { items: T[]; total: number } {
		this.reveal(now);
		if (!this.isSorted) this.items.sort((a, b) => this.compare(a, b) || a.tie - b.tie);
		this.isSorted = true;
		const from = (number - 1) * perPage;
		return { items: this.items.slice(from, from + perPage), total: this.items.length };
	}

	private reveal(now: number): void {
		if (!this.hidden.some(({ visibleFrom }) => visibleFrom <= now)) return;
		this.items.push(...this.hidden.filter(({ visibleFrom }) => visibleFrom <= now));
		this.hidden = this.hidden.filter(({ visibleFrom }) => visibleFrom > now);
		this.isSorted = false;
	}
}
