import { Permits, type Permit } from '../../../transport/permits';

describe("the server's own count, of which 10 are allowed and others took 7", () => {
	let permits: Permits;
	let sent: Permit[];
	const take = () => permits.take(true, 0);
	const answered = (index: number, remaining: number) => permits.answered(sent[index]!, 0, { count: { limit: 10, remaining } });
	/** How many more may be sent. */
	const left = () => {
		let count = 0;
		for (; permits.allows(true, 0) && count < 20; count += 1) take();
		return count;
	};
	beforeEach(() => {
		permits = new Permits();
		permits.join(300, 0);
		sent = [take(), take(), take()];
		answered(1, 0);
	});

	it('goes on where answers overtook each other: what rose is only what was on the wire', () => {
		answered(2, 1);
		expect(left()).toBe(1);
	});

	it('begins anew where more rose than was on the wire', () => {
		answered(0, 1);
		answered(2, 1);
		expect(left()).toBe(2);
	});

	it('counts nothing on the wire for a request that was never sent', () => {
		permits.giveBack(sent[0]!);
		answered(2, 1);
		expect(left()).toBe(3);
	});
});
