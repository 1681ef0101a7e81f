import type { ApiRequest } from '../../../../transport';
import type { Call } from '../../operation';
import { inTurn } from './oncePer';
import { SoughtText, type Told } from './soughtText';

/** What the items of a run have written, or may have, by their conversation; for as long as n8n may start the run anew. */
const runs = new WeakMap<object, Map<string, string[]>>();

/**
 * Runs an item that writes a text into a conversation after those before it: n8n starts all items of a run at once, so
 * that two would both find nothing there. What one may have written is known to those after it, also where the helpdesk
 * shows it late.
 *
 * @param task runs the item with the way to the wire that is watched
 */
export async function afterOthersOfRun<T>({ run, origin, input, send }: Call, text: string, task: (send: Call['send']) => Promise<T>): Promise<T> {
	const conversation = `${origin} ${String(input.conversationId)}`;
	const watched = async (request: ApiRequest) =>
		await send(request).catch((error: unknown) => {
			mayBeThere ||= (error as { mayHaveBeenApplied?: boolean }).mayHaveBeenApplied === true;
			throw error;
		});
	let mayBeThere = false;
	return await inTurn(`text ${conversation}`, async () => {
		try {
			const result = await task(watched);
			mayBeThere = true;
			return result;
		} finally {
			if (mayBeThere) textsOf(run, conversation).push(text);
		}
	});
}

/** What the items of the run before this one tell of its text. */
export function toldByRun({ run, origin, input }: Pick<Call, 'run' | 'origin' | 'input'>, sought: SoughtText): Told {
	const told = textsOf(run, `${origin} ${String(input.conversationId)}`).map((text) => sought.inMessage({ html_body: text }));
	return told.includes('there') ? 'there' : told.includes('maybe') ? 'maybe' : 'absent';
}

function textsOf(run: object, conversation: string): string[] {
	const texts = runs.get(run) ?? new Map<string, string[]>();
	runs.set(run, texts);
	const known = texts.get(conversation) ?? [];
	texts.set(conversation, known);
	return known;
}
