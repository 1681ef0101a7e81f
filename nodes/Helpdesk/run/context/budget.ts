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
 * The messages whose text keeps within so many characters. What is too much is cut from the middle: of the conversation,
 * whose first and last messages stay, and of a long message.
 *
 * @param textOf the text of the messages that are kept
 */
export function withinBudget(messages: ContextMessage[], budget: number | undefined, textOf: (messages: Shown['messages']) => string): Shown {
	const whole = textOf(messages);
	if (budget === undefined || whole.length <= budget) return { text: whole, messages, leftOut: 0, isCut: false };
	// A frame around a message, or a head that is too long, may take more than its share: then all get less.
	for (const share of [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64]) {
		const shown = fitting(messages, budget, share, textOf);
		if (shown.text.length <= budget) return shown;
	}
	return { text: textOf([]).slice(0, budget), messages: [], leftOut: messages.length, isCut: true };
}

function fitting(messages: ContextMessage[], budget: number, share: number, textOf: (messages: Shown['messages']) => string): Shown {
	const most = (part: number) => Math.floor(budget * share * part);
	const cut = messages.map((message, at) => {
		const isLast = at === messages.length - 1;
		return shortened(message, most(isLast ? SHARES.last : SHARES.other));
	});
	const [first, ...others] = cut;
	const last = others.pop();
	// The latest ones as far as they fit.
	const frame = textOf([first, { leftOut: messages.length }, last].filter((each) => each !== undefined)).length;
	let room = budget - frame;
	let from = others.length;
	while (from > 0) {
		const needed = textOf([others[from - 1]!]).length - textOf([]).length + 2;
		if (needed > room) break;
		room -= needed;
		from -= 1;
	}
	const kept = [first, ...(from > 0 ? [{ leftOut: from }] : []), ...others.slice(from), last].filter((each) => each !== undefined);
	return { text: textOf(kept), messages: kept, leftOut: from, isCut: true };
}

function shortened(message: ContextMessage, most: number): ContextMessage {
	const { text } = message;
	if (text.length <= most) return message;
	const half = Math.max(0, Math.floor((most - CUT.length) / 2));
	return { ...message, text: whole(text.slice(0, half)) + CUT + whole(half === 0 ? '' : text.slice(-half)), is_cut: true };
}

/** Without half of a character at its ends. */
function whole(text: string): string {
	return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
