import { Random } from '../../../contract/random';

interface Listed {
	visibleFrom: number;
	tie: number;
}

/** A list of the service in its order, page by page; what is late comes into it when its time has come. */
export class Listing<T extends Listed> {
	private items: T[] = [];
	private hidden: T[] = [];
	private isSorted = true;
	private requests = 0;

	/**
	 * @param compare the order, without ties
	 * @param isStable whether equals keep their order from request to request
	 */
	constructor(
		private readonly compare: (a: T, b: T) => number,
		private readonly isStable: boolean,
	) {}

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
		const items = this.isStable ? this.items.slice(from, from + perPage) : this.shuffled(from, from + perPage);
		return { items, total: this.items.length };
	}

	private reveal(now: number): void {
		if (!this.hidden.some(({ visibleFrom }) => visibleFrom <= now)) return;
		this.items.push(...this.hidden.filter(({ visibleFrom }) => visibleFrom <= now));
		this.hidden = this.hidden.filter(({ visibleFrom }) => visibleFrom > now);
		this.isSorted = false;
	}

	/** Equals fall anew at every request. */
	private shuffled(from: number, to: number): T[] {
		const { items, compare } = this;
		const random = new Random((this.requests += 1));
		const isEqual = (a: number, b: number) => a >= 0 && b < items.length && compare(items[a]!, items[b]!) === 0;
		let [low, high] = [Math.min(from, items.length), Math.min(to, items.length)];
		while (low < high && isEqual(low - 1, low)) low -= 1;
		while (high > low && isEqual(high - 1, high)) high += 1;
		const part = items.slice(low, high);
		for (let begin = 0, end = 1; begin < part.length; begin = end, end += 1) {
			while (end < part.length && compare(part[begin]!, part[end]!) === 0) end += 1;
			for (let at = end - 1; at > begin; at -= 1) {
				const other = begin + random.below(at - begin + 1);
				[part[at], part[other]] = [part[other]!, part[at]!];
			}
		}
		return part.slice(from - low, to - low);
	}
}
