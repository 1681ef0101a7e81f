import { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../transport';
import { endpointOf, namesInPath, requestTo, fieldsOf, Field, Input, quoted, snakeCase, returnAll } from '../../shared';
import { nameFrom } from '../fields';
import { Operation } from '../operation';

export function buildRequest(operation: Operation, input: Input, baseUrl: string) {
	if (operation.request) return operation.request(input, baseUrl);

	// Of several inboxes, the first one. `found` makes the requests to the others.
	const [inboxId] = [input.searchIn ?? input.inboxIds ?? []].flat();
	const request = requestTo(operation.operationId!, { inboxId, ...input }, (name) => labelOf(operation, name));
	refuseEmptyUpdate(operation, input);
	const { additionalQuery = {}, additionalBody = {} } = input as Record<string, IDataObject | undefined>;
	const isGet = request.method === 'GET';
	const sent = sentFields(operation, input, isGet);
	const query = isGet ? { ...additionalQuery, ...sent } : additionalQuery;
	refuseReplaced(operation, 'additionalQuery', additionalQuery, query);
	if (isGet) return { ...request, query };
	const fields = { ...additionalBody, ...sent };
	const body = operation.body ? operation.body(input, fields) : fields;
	refuseReplaced(operation, 'additionalBody', additionalBody, body);
	return {
		...request,
		...(Object.keys(query).length > 0 && { query }),
		body: Object.keys(body).length > 0 ? body : undefined,
	};
}

const OF_PAGES = ['page', 'per_page', 'per-page'];

/** Refuses an additional field that the operation would replace. */
function refuseReplaced(operation: Operation, field: string, typed: IDataObject, sent: IDataObject) {
	const ofPages = operation.fields?.includes(returnAll) ? OF_PAGES : [];
	const replaced = Object.keys(typed).find(
		(name) => ofPages.includes(name) || JSON.stringify(typed[name]) !== JSON.stringify(sent[name]),
	);
	if (replaced === undefined) return;
	throw new InputError(
		`${labelOf(operation, field)} has '${replaced}', which this operation sets itself`,
		`Nothing was sent. Remove it${ofPages.includes(replaced) ? '' : ', or empty the field that sets it'}.`,
	);
}

function sentFields(operation: Operation, input: Input, isGet: boolean): IDataObject {
	const { options = [], filters = [], named = {} } = operation;
	const unsent = isGet ? options : [...options, ...filters];
	const inPath = namesInPath(endpointOf(operation)!);
	const isSent = (field: Field) => field.sent ?? !unsent.includes(field);
	const names = fieldsOf(operation)
		.filter(isSent)
		.map(({ property }) => property.name);
	const given = names.filter((name) => !inPath.includes(name) && input[name] !== undefined);
	const apiName = (name: string) => (named[name] ? nameFrom(input, named[name]) : snakeCase(name));
	return Object.fromEntries(given.map((name) => [apiName(name), input[name] as IDataObject]));
}

function refuseEmptyUpdate({ updateFields }: Operation, input: Input) {
	const isSet = ({ property, sent }: Field) => sent !== false && input[property.name] !== undefined;
	if (!updateFields || updateFields.some(isSet) || Object.keys(input.additionalBody ?? {}).length > 0) return;
	throw new InputError('There is nothing to update', "Add a field under 'Update Fields', with a value.");
}

export function labelOf(operation: Operation, name: string) {
	return quoted(fieldsOf(operation).find(({ property }) => property.name === name)?.property.displayName ?? name);
}
