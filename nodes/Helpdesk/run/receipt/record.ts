import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ApiRequest } from '../../../../transport';
import { endpointOf, namedBy, namesInPath } from '../../../shared/endpoint';
import type { Input } from '../../../shared/field';
import type { Operation } from '../../operation';

/** What several are named by, where an operation acts on them at once. */
const LISTS = ['conversationIds', 'tagIds'];

/** No address and no words: those a customer may have written. */
const ID = /^[^\s@<>"]{1,128}$/;

/**
 * The record that an operation acted on, as its type and ID, or IDs of a list of them; null for what is not known, such
 * as the ID of a contact that was not created.
 *
 * @param request the write as it was sent: only from it can be told what an API Request acted on
 */
export function recordOf(
	{ context, operation }: { context: IExecutePaginationFunctions; operation: Operation },
	input: Input,
	[first]: INodeExecutionData[],
	request?: Pick<ApiRequest, 'method' | 'path'>,
): IDataObject {
	const endpoint = endpointOf(operation);
	if (!endpoint) return subject(request ? namedBy(request) : {});
	const list = LISTS.find((name) => name in input && !('tagId' in input));
	const name = list ?? namesInPath(endpoint).at(-1);
	if (name !== undefined) return subject({ [name]: input[name] });
	const resource = String(context.getNodeParameter('resource'));
	return subject({ [`${resource}Id`]: input[`${resource}Id`] ?? first?.json.id });
}

/** The last of what a path names. */
function subject(named: Record<string, unknown>): IDataObject {
	const [name, value] = Object.entries(named).at(-1) ?? [];
	const ids = [value].flat().map((id) => (ID.test(String(id ?? '')) ? String(id) : null));
	return { type: name?.replace(/Ids?$/, '') ?? null, id: Array.isArray(value) ? ids : ids[0]! };
}
