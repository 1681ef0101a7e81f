import { InputError } from '../../../transport';
import { endpointOf, fieldsOf, ignoreEmptyFilters, outputFields, Endpoint } from '../../shared';
import {
	additionalBody,
	additionalQuery,
	allowRepeats,
	canWrite,
	dryRun,
	isWrittenOnce,
	onlyIfUnchangedSince,
	onlyOncePer,
	receipt,
	output,
	simplify,
} from '../fields';
import { Operation, Resource } from '../operation';
import { apiRequest } from './apiRequest';
import { attachment } from './attachment';
import { contact } from './contact';
import { conversation } from './conversation';
import { message } from './message';
import { automation, inbox, knowledgeBase, report, user } from './organization';
import { savedReply } from './savedReply';
import { scheduledReply } from './scheduledReply';
import { tag } from './tag';

export const resources: Resource[] = [
	conversation,
	message,
	scheduledReply,
	contact,
	inbox,
	user,
	automation,
	tag,
	savedReply,
	report,
	knowledgeBase,
	attachment,
	apiRequest,
].map((resource) => ({
	...resource,
	operations: resource.operations.map(withOptions),
}));

function withOptions(operation: Operation): Operation {
	const { method, readOnly, hasFields }: Partial<Endpoint> = endpointOf(operation) ?? {};
	const undo =
		method === 'PATCH' || method === 'PUT' ? `${operation.name} with the previous values undoes it` : undefined;
	const takesQuery = readOnly && !operation.request;
	const takesBody = hasFields && !fieldsOf(operation).includes(additionalBody);
	const options = [
		...(operation.options ?? []),
		...Object.values(operation.named ?? {}),
		...(takesBody ? [additionalBody] : []),
		...(takesQuery ? [additionalQuery] : []),
		...(operation.filters ? [ignoreEmptyFilters] : []),
		...(operation.watchesChanges ? [onlyIfUnchangedSince] : []),
		...(canWrite(operation) ? [onlyOncePer, dryRun, receipt] : []),
		...(isWrittenOnce(operation) ? [allowRepeats] : []),
		...(operation.output.form.simple ? [simplify, output, outputFields] : []),
	];
	return { undo, ...operation, options };
}

export function findOperation(resource: unknown, operation: unknown) {
	const { operations = [] } = resources.find(({ value }) => value === resource) ?? {};
	const found = operations.find(({ value }) => value === operation);
	if (found) return found;
	throw new InputError("'Resource' and 'Operation' do not go together", 'Choose both from the dropdowns.');
}
