import type { ContextMessage, Gap } from './contextText';

/** What is left of the messages within a budget. */
export interface Shown {
	text: string;
	messages: Array<ContextMessage | Gap>;
	leftOut: number;
	/** A message was left out, or lost its middle. */
	isCut: boolean;
}

/** Where a message loses its middle. */
const CUT = '\n[…]\n';

/** What a message may have of the budget: the last one counts most. */
const SHARES = { last: 0.5, other: 0.2 };

/**
 * Returns the messages whose text keeps within so many characters. The conversation loses its middle: the first, the last and the latest
 * messages stay. So does a long message.
 *
 * @param textOf the text of the messages that are kept
 */
export function withinBudget(messages: ContextMessage[], budget: number | undefined, textOf: (messages: Shown['messages']) => string): Shown {
	const whole = textOf(messages);
	if (budget === undefined || whole.length <= budget) return { text: whole, messages, leftOut: 0, isCut: false };
	const frame = textOf([]).length;
	// What stands around a message may take more than its share: then all get less.
	for (let share = 1; share > 0.01; share /= 2) {
		const most = (part: number) => Math.floor(budget * share * part);
		const cut = messages.map((message, at) => shortened(message, most(at === messages.length - 1 ? SHARES.last : SHARES.other)));
		const keptFrom = (at: number) => [...cut.slice(0, 1), ...(at > 1 ? [{ leftOut: at - 1 }] : []), ...cut.slice(at)];
		let from = Math.max(1, cut.length - 1);
		let room = budget - textOf(keptFrom(from)).length;
		while (from > 1 && (room -= textOf([cut[from - 1]!]).length - frame + 2) >= 0) from -= 1;
		const text = textOf(keptFrom(from));
		if (text.length <= budget) return { text, messages: keptFrom(from), leftOut: from - 1, isCut: true };
	}
	return { text: textOf([]).slice(0, budget), messages: [], leftOut: messages.length, isCut: true };
}

/** Without half of a character where it was cut. */
function shortened(message: ContextMessage, most: number): ContextMessage {
	const { text } = message;
	if (text.length <= most) return message;
	const half = Math.max(0, Math.floor((most - CUT.length) / 2));
	const [begin, end] = [text.slice(0, half), text.slice(text.length - half)];
	return { ...message, text: begin.replace(/[\ud800-\udbff]$/, '') + CUT + end.replace(/^[\udc00-\udfff]/, ''), is_cut: true };
}
