import type { OpenAPIValidator, ValidationResult } from 'openapi-backend';
import type { ContractRoute } from './contractRoutes';
import { badRequest, invalid } from './errors';

type ErrorObject = NonNullable<ValidationResult['errors']>[number];

interface RequestParts {
	/** The path that came over HTTP, with /v1. */
	path: string;
	query: Record<string, string | string[]>;
	/** The body's text; undefined without a body, or if its content type is not JSON. */
	text: string | undefined;
}

/**
 * Checks a request against the contract. Throws 400 for malformed JSON and unknown fields, otherwise 422
 * (contract, Errors). Returns the body and the query with its numbers and booleans read.
 */
export function validate(validator: OpenAPIValidator, route: ContractRoute, { path, query, text }: RequestParts) {
	const body = parseBody(text);
	if (!route.takesBody && body !== undefined && Object.keys(body as object).length > 0) {
		throw badRequest(`Unrecognized field: ${Object.keys(body as object)[0]}.`);
	}
	const isOptional = (route.operation.requestBody as { required?: boolean } | undefined)?.required === false;
	const request = { method: route.method, path, query, headers: {}, body: body ?? (isOptional ? {} : undefined) };
	const { errors, coerced } = validator.validateRequest(request, route.operation);
	if (errors) throw refusal(errors);
	return { body: (body ?? {}) as Record<string, unknown>, query: coerced?.query as Record<string, unknown> };
}

function parseBody(text: string | undefined): unknown {
	if (text === undefined || text === '') return undefined;
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		throw badRequest('Malformed JSON.');
	}
	if (typeof body !== 'object' || body === null) throw invalid({ body: ['The body must be an object.'] });
	return body;
}

function refusal(errors: ErrorObject[]) {
	const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties' || keyword === 'maxProperties');
	if (unknown) return badRequest(`Unrecognized field: ${fieldName(unknown, unknown.params.additionalProperty)}.`);
	const byField: Record<string, string[]> = {};
	for (const error of errors.filter(({ keyword }) => keyword !== 'if')) {
		const field = fieldName(error, error.params.missingProperty);
		const isMissing = error.keyword === 'required' || error.keyword === 'minLength';
		const text = `The ${field} field ${isMissing ? 'is required' : error.message}.`;
		byField[field] = [...(byField[field] ?? []), text];
	}
	return invalid(byField);
}

/** Returns Laravel's name of a field: `to.0` for `/requestBody/to/0`. */
function fieldName({ instancePath }: ErrorObject, child?: string): string {
	const [, , ...parts] = instancePath.split('/');
	const name = [...parts, ...(child && child !== 'requestBody' ? [child] : [])].join('.');
	return name || 'body';
}
