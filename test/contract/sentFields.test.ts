import { buildRequest } from '../../nodes/Helpdesk/run/buildRequest';
import type { Input } from '../../nodes/shared/field';
import { fieldsOf } from '../../nodes/shared/field';
import { withEndpoint } from '../support/operations';
import { contractEndpoints, resolve, type ContractEndpoint } from './contractRows';

/** These depend on the user's text, or exclude another field. They have their own tests. */
const LEFT_OUT = ['removeAllTags', 'unassign'];
const MORE = { 'entered-more': 1 };

/** Returns the names that an endpoint takes, by the contract or its example. */
function namesOf({ operation, bodySchema, parameters }: ContractEndpoint): string[] {
	const example = (operation.requestBody?.content['application/json'].example ?? {}) as object;
	const parts = [bodySchema, ...(bodySchema?.allOf ?? [])].map((part) => resolve(part ?? {}).properties ?? {});
	return [
		...Object.keys(example),
		...parts.flatMap((properties) => Object.keys(properties as object)),
		...parameters.map(({ name }) => name as string),
	];
}

test('operations with all fields filled in send only names of the contract or of the user', () => {
	const others: string[] = [];
	let checked = 0;
	for (const [key, operation] of withEndpoint) {
		const names = fieldsOf(operation).map(({ property }) => property.name);
		const entered = names
			.filter((name) => !LEFT_OUT.includes(name))
			.map((name, index) => [name, /^(additional|customFields)/.test(name) ? MORE : `entered-${index}`]);
		const input = Object.fromEntries(entered) as Input;
		const endpoint = contractEndpoints.find(({ operation: each }) => each.operationId === operation.operationId)!;
		const { query = {}, body = {} } = buildRequest(operation, input, 'https://api.example.com/v1');
		const sent = [...Object.keys(query as object), ...Object.keys(body as object)];
		others.push(
			...sent
				.filter((name) => !name.startsWith('entered-') && !namesOf(endpoint).includes(name))
				.map((name) => `${key}: ${name}`),
		);
		checked += 1;
	}
	expect([others, checked]).toEqual([[], withEndpoint.length]);
});
