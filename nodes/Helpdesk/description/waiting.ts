import type { NodeHint } from 'n8n-workflow';

/** Contract, Limits. */
const A_MINUTE = 300;

/** In minutes. */
const WAITS = [1, 2, 5, 10, 20, 30, 60, 120, 240, 480];

/** Operations that read before the write, and after it. */
const READING = ['conversation.getContext', 'contact.upsert'];
const READING_AFTER = ['scheduledReply.create'];

// The editor evaluates these expressions, never a run.
const isOn = (option: string) => `String($parameter["options"]?.${option}) === "true"`;
const isOneOf = (operations: string[]) => `${JSON.stringify(operations)}.includes($parameter["resource"] + "." + $parameter["operation"])`;
const READS = `(${isOneOf(READING)} || ${isOn('notIfAlreadyThere')} || $parameter["options"]?.onlyIfUnchangedSince ? 1 : 0)`;
const OWN = `(${isOn('dryRun')} ? 0 : ${isOneOf(READING_AFTER)} ? 2 : 1)`;
const REQUESTS = `$input.all().length * (${OWN} + ${READS})`;

/** The text of a hint is fixed, so there is one for each wait. An expression cannot read the credential's limit. */
export const waitingHints: NodeHint[] = WAITS.map((minutes, index) => {
	const [amount, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
	const upTo = (WAITS[index + 1] ?? 1e9) * A_MINUTE;
	return {
		message: `The helpdesk takes ${A_MINUTE} requests a minute: this step takes at least ${amount} ${unit}${amount === 1 ? '' : 's'}, and longer with fewer 'Requests per Minute' in the credential.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${REQUESTS} > ${minutes * A_MINUTE} && ${REQUESTS} <= ${upTo} }}`,
	};
});
