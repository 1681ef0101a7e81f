import type { IDataObject } from 'n8n-workflow';

import type { OperationId } from '../../../contract/endpoints';
import { ApiError, isObject, PageError, recordIn } from '../../../transport';
import { MAX_PAGES_TO_CHOOSE_FROM, rowsOf } from '../../shared/lookup/lookup';
import { personName } from '../../shared/pickers/picker';
import type { Simple } from '../../shared/simplify';
import type { Call, Output } from '../operation';
import { itemOf, outputOf } from './outputs';

/** Lists of the whole organization that the API documentation does not show, beside the inboxes, as people call them. */
const LISTS = [
	['listTags', 'tags'],
	['listUsers', 'teammates'],
	['listSavedReplies', 'saved replies'],
	['listKnowledgeBases', 'knowledge bases'],
] satisfies Array<[OperationId, string]>;

/** Whose token it is; with Tell What Is There also what there is, which n8n lets no test of a credential say. */
export function currentUser(simple: Simple): Output {
	return outputOf({ record: true, simple }, async (call) => {
		const { send, request, input } = call;
		const me = recordIn((await send(request)).body);
		const item = itemOf(me, input, simple);
		return [input.tellWhatIsThere === true ? { ...item, json: { ...item.json, found: await whatIsThere(call, me) } } : item];
	});
}

/** One line, such as "Connected as Ada (ada@example.com); 3 inboxes; provisional lists: inboxes, tags there; teammates not there". */
async function whatIsThere(call: Call, me: IDataObject): Promise<string> {
	const inboxes = await read(call, 'listInboxes', MAX_PAGES_TO_CHOOSE_FROM);
	const byFinding = new Map([[findingOf(inboxes), ['inboxes']]]);
	for (const [operationId, name] of LISTS) {
		const finding = findingOf(await read(call, operationId, 1));
		byFinding.set(finding, [...(byFinding.get(finding) ?? []), name]);
	}
	const lists = [...byFinding].map(([finding, names]) => `${names.join(', ')} ${finding}`);
	return [`Connected${byName(me)}`, ...countOf(inboxes), `provisional lists: ${lists.join('; ')}`].join('; ');
}

/** The records of a list, or why there are none. Rejects for what another list would not do better: a connection that broke. */
async function read(call: Call, operationId: OperationId, maxPages: number): Promise<IDataObject[] | ApiError | PageError> {
	return await rowsOf(call, operationId, {}, maxPages).catch((error: unknown) => {
		const isAnswer = error instanceof PageError || (error instanceof ApiError && error.status !== undefined);
		if (isAnswer) return error;
		throw error;
	});
}

function findingOf(list: IDataObject[] | ApiError | PageError): string {
	if (Array.isArray(list)) return 'there';
	if (list instanceof PageError) return 'there, of a form that is not known';
	const { status } = list;
	if (status === 404 || status === 405) return 'not there';
	return status === 403 ? 'not allowed to this access token' : `not readable (status ${status})`;
}

/** As the user is named, whether the answer is the user or has it beside the organization. */
function byName({ user, ...me }: IDataObject): string {
	const { name, email } = isObject(user) ? user : me;
	return name || email ? ` as ${personName({ name, email })}` : '';
}

function countOf(inboxes: IDataObject[] | ApiError | PageError): string[] {
	if (!Array.isArray(inboxes)) return [];
	return [inboxes.length === 1 ? '1 inbox' : `${inboxes.length} inboxes`];
}
