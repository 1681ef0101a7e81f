import type { World } from '../contract/worlds';
import identities from './data/tokens.json';
import { forbidden, unauthenticated } from './errors';

/**
 * The name of a bearer token (data/tokens.json). `personal` has every scope and belongs to the account owner,
 * `colleague` to another teammate. `partner` is refused on the endpoints that the contract marks x-pat-only.
 * `withoutScope` may only read /me.
 */
type TokenName = keyof typeof identities;

/** The tokens by name. They work in the sandbox only. */
export const tokens = Object.fromEntries(
	Object.entries(identities).map(([name, { token }]) => [name, token]),
) as Record<TokenName, string>;

export interface Identity {
	token: TokenName;
	organizationId: string;
	userId: string;
}

/** Returns the name of the token in an Authorization header, for the log, which never contains a token. */
export function tokenName(authorization = ''): TokenName | 'none' | 'unknown' {
	const [, sent] = /^Bearer (.+)/i.exec(authorization) ?? [];
	if (sent === undefined) return 'none';
	return (Object.keys(tokens) as TokenName[]).find((name) => tokens[name] === sent) ?? 'unknown';
}

/** Returns who sends the request, or throws 401 (contract, Authentication). */
export function authenticate(authorization: string | undefined): Identity {
	const token = tokenName(authorization) as TokenName;
	const { organizationId, userId } = (identities as Record<string, Partial<Identity>>)[token] ?? {};
	if (!organizationId || !userId) throw unauthenticated();
	return { token, organizationId, userId };
}

/** Throws 403 if the token lacks the endpoint's scope or kind, or its user lacks the permission. */
export function authorize(
	{ token }: Identity,
	operation: { operationId: string; patOnly: boolean; reads: boolean },
	world: World,
): void {
	const { operationId, reads } = operation;
	if ((token === 'withoutScope' && operationId !== 'getCurrentUser') || (token === 'readOnly' && !reads))
		throw forbidden('This action is unauthorized.');
	if (token === 'partner' && operation.patOnly) throw forbidden('This endpoint accepts personal access tokens only.');
	if (operationId === 'deleteAutomation' && world.deleteAutomations === 'forbidden')
		throw forbidden('This action needs the permission delete_automations.');
}
