import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { attachments, onlyIfUnchangedSince, onlyOncePer } from '../../../nodes/Helpdesk/fields';
import type { Operation } from '../../../nodes/Helpdesk/operation';
import { returnAll } from '../../../nodes/shared/fields/paging';
import { COLLECTIONS, type Field } from '../../../nodes/shared/field';
import type { Sandbox } from '../../../sandbox';
import { exampleRequest } from '../exampleRequest';
import { byId } from '../locator';
import { inHours } from '../sandboxRecords';
import type { Sample } from './sample';

/** Values for parameters with these names, which replace the contract's examples. */
const usualValues: Record<string, NodeParameterValueType> = {
	limit: 3,
	...Object.fromEntries(
		['simplify', 'dryRun', 'receipt', 'notIfAlreadyThere', 'removeAllTags', 'unassign'].map((name) => [
			name,
			false,
		]),
	),
};

/** Fields that may stop a write, change the output of a manual run, or send a file first. */
const keepsBack = [onlyOncePer, onlyIfUnchangedSince, attachments];

/** Returns parameters for a usual operation: without its collections, and with them but without `keepsBack`. */
export function usualSample(operation: Operation, sandbox: Sandbox): Sample {
	const { path, query, body } = exampleRequest(operation.operationId!, sandbox);
	const all = [...(operation.fields ?? []), ...COLLECTIONS.flatMap((name) => operation[name] ?? [])].map(
		({ property }) => snakeCase(property.name),
	);
	const json = (values: object) =>
		JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name]) => !all.includes(name))));
	// A listing pages itself and refuses paging parameters in the query.
	const besidePages = Object.fromEntries(
		Object.entries(query).filter(([name]) => !/^(page|per[-_]page)$/.test(name)),
	);
	const shown: Record<string, unknown> = {
		additional_query: json(operation.fields?.includes(returnAll) ? besidePages : query),
		additional_body: json(body),
		tag_id: body.tag,
		...query,
		...body,
		...path,
	};
	const filled = (fields: Field[] = []) =>
		Object.fromEntries(fields.map(({ property }) => [property.name, usualValue(property, shown, sandbox)]));
	const parameters = filled(operation.fields) as INodeParameters;
	const collections = Object.fromEntries(
		COLLECTIONS.filter((name) => operation[name]).map((name) => [
			name,
			filled(operation[name]!.filter((field) => !keepsBack.includes(field))),
		]),
	) as INodeParameters;
	const variants = Object.keys(collections).length > 0 ? [{ ...parameters, ...collections }] : undefined;
	// An update needs at least one field.
	const updateFields = operation.updateFields && {
		updateFields: filled(operation.updateFields.slice(0, 1)) as INodeParameters,
	};
	return { parameters: { ...parameters, ...updateFields }, variants };
}

/** Returns the contract's example for a property. Without one: the default, or the editor's example. */
function usualValue(property: Field['property'], shown: Record<string, unknown>, sandbox: Sandbox) {
	const { name, type, default: usual, placeholder = 'e.g. example' } = property;
	const value = usualValues[name] ?? (shown[snakeCase(name)] as NodeParameterValueType | undefined);
	const mode = name === 'tagId' ? 'list' : 'id';
	if (type === 'resourceLocator') return { ...byId(String(value ?? 'example')), mode } as NodeParameterValueType;
	if (value !== undefined) return value;
	if (type === 'multiOptions') return ['example'];
	if (type === 'dateTime') return inHours(sandbox, 24);
	return usual === '' ? placeholder.replace(/^e\.g\. /, '') : usual;
}

function snakeCase(name: string) {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
