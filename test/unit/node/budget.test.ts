import { withinBudget, type ContextMessage } from '../../../nodes/Helpdesk/run/context/contextText';

const messages = [{ text: 'My order is late.' }, { text: 'It is on its way.' }] as ContextMessage[];
const inFrame: Parameters<typeof withinBudget>[2] = (shown) =>
	`<messages>${shown.map((each) => ('text' in each ? each.text : `${each.leftOut} left out`)).join('\n')}</messages>`;

test('a budget too small for any message leaves all out', () => {
	expect(withinBudget(messages, 21, inFrame)).toEqual({ text: '<messages></messages>', messages: [], leftOut: 2, isCut: true });
	expect(withinBudget(messages, 9, inFrame)).toEqual({ text: '<messages', messages: [], leftOut: 2, isCut: true });
});

describe('messages beyond the budget', () => {
	const gapOrText = (each: Parameters<typeof inFrame>[0][number]) => ('text' in each ? each.text : `(${each.leftOut})`);
	const asLines: typeof inFrame = (shown) => ['H', ...shown.map(gapOrText)].join('\n\n');
	const ofLengths = (...lengths: number[]) =>
		lengths.map((length, at) => ({ text: String.fromCharCode(97 + at).repeat(length) })) as ContextMessage[];
	/** Lengths of the texts that are shown; of a gap how many it stands for, below zero. */
	const lengthsOf = ({ messages: shown }: ReturnType<typeof withinBudget>) =>
		shown.map((each) => ('text' in each ? each.text.length : -each.leftOut));

	it('are complete if they fit', () => {
		const three = ofLengths(10, 10, 10);
		expect(withinBudget(three, 37, asLines)).toEqual({ text: asLines(three), messages: three, leftOut: 0, isCut: false });
		expect(withinBudget(three, undefined, asLines)).toEqual({ text: asLines(three), messages: three, leftOut: 0, isCut: false });
		expect(withinBudget(three, 36, asLines).isCut).toBe(true);
	});

	it('the last may use half of the budget, each other a fifth', () => {
		const shown = withinBudget(ofLengths(2_000, 2_000, 2_000), 1_000, asLines);
		expect(lengthsOf(shown)).toEqual([199, 199, 499]);
		expect(shown).toMatchObject({ leftOut: 0, isCut: true, messages: [{ is_cut: true }, { is_cut: true }, { is_cut: true }] });
		expect(lengthsOf(withinBudget(ofLengths(200, 201, 500, 2_000), 1_000, asLines))).toEqual([200, -1, 199, 499]);
		expect(lengthsOf(withinBudget(ofLengths(2_000), 1_000, asLines))).toEqual([499]);
	});

	it('are cut in the middle, between characters', () => {
		const emoji = { text: '😀'.repeat(40) } as ContextMessage;
		expect(withinBudget([emoji], 26, asLines).messages).toEqual([{ text: '😀😀\n[…]\n😀😀', is_cut: true }]);
		expect(withinBudget([emoji], 30, asLines).messages).toEqual([{ text: '😀😀\n[…]\n😀😀', is_cut: true }]);
		expect(withinBudget([emoji], 12, asLines).messages).toEqual([{ text: '\n[…]\n', is_cut: true }]);
	});

	it('of the middle ones the latest stay', () => {
		const twelve = ofLengths(...Array<number>(12).fill(10));
		expect(lengthsOf(withinBudget(twelve, 100, asLines))).toEqual([10, -6, 10, 10, 10, 10, 10]);
		const shown = withinBudget(twelve, 101, asLines);
		expect(shown).toEqual({ text: asLines(shown.messages), messages: [twelve[0], { leftOut: 5 }, ...twelve.slice(6)], leftOut: 5, isCut: true });
	});

	it('get less if their frames are long', () => {
		const framed: typeof inFrame = (shown) => ['H', ...shown.map((each) => `${'f'.repeat(20)}${gapOrText(each)}`)].join('\n\n');
		expect(lengthsOf(withinBudget(ofLengths(200, 200), 100, framed))).toEqual([9, 25]);
		expect(lengthsOf(withinBudget(ofLengths(200, 200), 17, asLines))).toEqual([5, 7]);
	});
});
