import type { NodeHint } from 'n8n-workflow';

const A_MINUTE = 300;

const WAITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 45, 60, 120, 240, 480];

const WORDS = ['no', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** Operations that read before the write, and after it. */
const READING = ['conversation.getContext', 'contact.upsert'];
const READING_AFTER = ['scheduledReply.create'];

// Expressions of the editor, which evaluates them while a person looks at the node, and never in a run.
const isOn = (option: string) => `String($parameter["options"]?.${option}) === "true"`;
const isOneOf = (operations: string[]) => `${JSON.stringify(operations)}.includes($parameter["resource"] + "." + $parameter["operation"])`;
const READS = `(${isOneOf(READING)} || ${isOn('notIfAlreadyThere')} || $parameter["options"]?.onlyIfUnchangedSince ? 1 : 0)`;
const OWN = `(${isOn('dryRun')} ? 0 : ${isOneOf(READING_AFTER)} ? 2 : 1)`;
const REQUESTS = `$input.all().length * (${OWN} + ${READS})`;

/** The text of a hint is fixed, so there is one for each wait. An expression cannot read the credential's limit. */
export const waitingHints: NodeHint[] = WAITS.map((minutes, index) => {
	const next = WAITS[index + 1] ?? Infinity;
	const [above, upTo] = [minutes * A_MINUTE, next * A_MINUTE];
	const end = next === Infinity ? '' : ` && ${REQUESTS} <= ${upTo}`;
	return {
		message: `More than ${above.toLocaleString('en-US')} requests: this step takes ${inWords(minutes, next)}, because the helpdesk takes ${A_MINUTE} a minute; longer where the credential has fewer as 'Requests per Minute'. It goes on by itself.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${REQUESTS} > ${above}${end} }}`,
	};
});

function inWords(from: number, to: number): string {
	if (to === Infinity) return `${from / 60} hours or more`;
	if (to - from === 1) return `about ${WORDS[from] ?? from} ${from === 1 ? 'minute' : 'minutes'}`;
	if (to < 60) return `${from} to ${to} minutes`;
	if (from < 60) return `${from} minutes to an hour`;
	return `${from / 60} to ${to / 60} hours`;
}
