import type { FaultRule } from '../../sandbox/faults';
import { ApiError } from '../../transport/apiError';
import { errorText } from '../../transport/errorText';
import type { ApiRequest } from '../../transport/request';
import { startRig } from './transport';

/** Each with its chance for every request; the first that meets one counts. */
const FAULTS: FaultRule[] = [
	{ kind: 'slow', ms: 5, probability: 0.03 },
	{ kind: 'drop', when: 'before', probability: 0.03 },
	{ kind: 'drop', when: 'after', probability: 0.03 },
	{ kind: 'status', status: 429, retryAfter: 1, probability: 0.01 },
	{ kind: 'status', status: 500, when: 'before', probability: 0.03 },
	{ kind: 'status', status: 500, when: 'after', probability: 0.03 },
	{ kind: 'html', status: 502, when: 'before', probability: 0.03 },
	{ kind: 'html', status: 502, when: 'after', probability: 0.03 },
	{ kind: 'status', status: 503, when: 'before', probability: 0.03 },
	{ kind: 'status', status: 422, when: 'before', probability: 0.01 },
];

/** Of ten writes so many are notes (POST); the others change a subject (PATCH). */
const NOTES_OF_TEN = 6;

/** What became of one write. */
export interface Outcome {
	/** How often the sandbox has it. */
	applied: number;
	report: 'done' | 'failed' | 'unknown';
	/** What the user reads where it is not done. */
	text: string;
}

/** Sends so many writes, each with a text of its own, through a seeded storm of faults. */
export async function storm(writes: number, seed: number): Promise<Outcome[]> {
	const { sandbox, sender } = await startRig({ seed, conversations: Math.max(1_000, writes) });
	FAULTS.forEach((fault) => sandbox.fault({ ...fault, times: 0 }));
	const send = sender();
	const conversations = [...sandbox.store.conversations.values()];
	const requests = Array.from({ length: writes }, (_, index): ApiRequest => {
		const path = `/conversation/${conversations[index]!.record.id}`;
		if (index % 10 >= NOTES_OF_TEN) return { method: 'PATCH', path, body: { subject: `text ${index}` } };
		return { method: 'POST', path: `${path}/note`, body: { message: `text ${index}` } };
	});
	const reports = await Promise.all(requests.map(async (request) => await send(request).then(() => done, failed)));
	await sandbox.close();
	return requests.map((request, index) => {
		const { record, events } = conversations[index]!;
		const notes = events.filter(({ message }) => message.text_body === `text ${index}`).length;
		const applied = request.method === 'POST' ? notes : Number(record.subject === `text ${index}`);
		return { applied, ...reports[index]! };
	});
}

const done: Pick<Outcome, 'report' | 'text'> = { report: 'done', text: '' };

function failed(error: Error): Pick<Outcome, 'report' | 'text'> {
	if (!(error instanceof ApiError)) throw error;
	const { message, description } = errorText(error, { action: 'Add a note' });
	return { report: error.mayHaveBeenApplied ? 'unknown' : 'failed', text: `${message}\n${description}` };
}

/** Those that were written twice, or lost in silence. */
export function broken(outcomes: Outcome[]): Outcome[] {
	return outcomes.filter(({ applied, report, text }) => {
		if (report === 'done') return applied !== 1;
		if (report === 'failed') return applied !== 0 || text.length < 40;
		return applied > 1 || !text.includes('may have been applied');
	});
}

/** How many were reported how. */
export function tally(outcomes: Outcome[]): Record<Outcome['report'], number> {
	const counts = { done: 0, failed: 0, unknown: 0 };
	for (const { report } of outcomes) counts[report] += 1;
	return counts;
}
