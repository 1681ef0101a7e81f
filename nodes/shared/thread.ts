import { mayBeOnePage, mayHaveMore, readAnyList, type Answer, type ApiRequest, type Send } from '../../transport';
import { requestTo } from './endpoint';
import type { Input } from './field';

/** The thread of a conversation as it was read: one request, and one more for each page after the first. */
export interface ThreadRead {
	rows: unknown[];
	answers: Answer[];
	/** False where the answers leave open that there are more entries. */
	isWhole: boolean;
}

/**
 * Reads all entries of the conversation's thread. Rejects as `send` and `readAnyList` do.
 *
 * @param takesPart where there are more that cannot be read, those that can be are enough, for a reader of `isWhole`
 */
export async function readThread(send: Send, input: Input, takesPart = false): Promise<ThreadRead> {
	const answers: Answer[] = [];
	const sendAndKeep = async (request: ApiRequest) => {
		const answer = await send(request);
		answers.push(answer);
		return answer;
	};
	const rows: unknown[] = [];
	/** Without those at the end that brought nothing: they are no pages. */
	let pages = 0;
	const { conversationId } = input;
	const listing = { request: requestTo('listMessages', { conversationId }), limit: Infinity, plain: true, takesPart };
	for await (const row of readAnyList(sendAndKeep, listing)) {
		rows.push(row);
		pages = answers.length;
	}
	return { rows, answers, isWhole: !mayHaveMore(answers.slice(0, pages || 1), rows.length) && !mayBeOnePage(answers, rows.length) };
}
