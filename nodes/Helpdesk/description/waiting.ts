import type { NodeHint } from 'n8n-workflow';

/** What the API takes in a minute (contract, Limits); so many go at once, the others wait for their minute. */
const A_MINUTE = 300;

/** Waits in minutes that are told apart: nobody counts the minutes of a long one. */
const WAITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 45, 60, 120, 240, 480];

const WORDS = ['no', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/**
 * How long a step will take, in its output panel as soon as the number of its items is known: before it runs and while it
 * runs. n8n shows what a running node says in the browser's console alone, and the text of a hint is fixed: hence one for each wait.
 */
export const waitingHints: NodeHint[] = WAITS.map((minutes, index) => {
	const next = WAITS[index + 1] ?? Infinity;
	const [above, upTo] = [minutes * A_MINUTE, next * A_MINUTE];
	const end = next === Infinity ? '' : ` && $input.all().length <= ${upTo}`;
	return {
		message: `More than ${above.toLocaleString('en-US')} items: this step takes ${inWords(minutes, next)}, because the helpdesk takes ${A_MINUTE} requests a minute. It goes on by itself.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ $input.all().length > ${above}${end} }}`,
	};
});

function inWords(from: number, to: number): string {
	if (to === Infinity) return `${from / 60} hours or more`;
	if (to - from === 1) return `about ${WORDS[from] ?? from} ${from === 1 ? 'minute' : 'minutes'}`;
	if (to < 60) return `${from} to ${to} minutes`;
	if (from < 60) return `${from} minutes to an hour`;
	return `${from / 60} to ${to / 60} hours`;
}
