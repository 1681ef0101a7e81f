import type { World } from '../contract/worlds';
import { forbidden, unauthenticated } from './errors';

/** The bearer tokens that every sandbox knows, by what they stand for. They open nothing but a sandbox. */
export const tokens = {
	/** A personal access token with every scope, of the account owner. */
	personal: 'sandbox-personal',
	/** The same, of another teammate. */
	colleague: 'sandbox-colleague',
	/** The partner-issued class: refused where the contract says x-pat-only. */
	partner: 'sandbox-partner',
	/** A personal access token that may only read. */
	readOnly: 'sandbox-read-only',
	/** A valid token without any scope. */
	withoutScope: 'sandbox-without-scope',
	revoked: 'sandbox-revoked',
	expired: 'sandbox-expired',
	/** A personal access token of the second organization. */
	otherOrganization: 'sandbox-other-organization',
} as const;

export type TokenName = keyof typeof tokens;

export interface Identity {
	token: TokenName;
	organizationId: string;
	userId: string;
}

const ada = { organizationId: 'org_acme', userId: 'user_ada' };
const ownerOf: Record<Exclude<TokenName, 'revoked' | 'expired'>, { organizationId: string; userId: string }> = {
	personal: ada,
	colleague: { organizationId: 'org_acme', userId: 'user_ben' },
	partner: ada,
	readOnly: ada,
	withoutScope: ada,
	otherOrganization: { organizationId: 'org_other', userId: 'user_zoe' },
};

const names = new Map(Object.entries(tokens).map(([name, token]) => [token as string, name as TokenName]));

/** The class of the token in an Authorization header, for the log, which never holds the token itself. */
export function tokenName(authorization: string | undefined): TokenName | 'none' | 'unknown' {
	const token = /^Bearer (.+)/i.exec(authorization ?? '')?.[1];
	return token === undefined ? 'none' : (names.get(token) ?? 'unknown');
}

/** Who sends the request, or 401 (contract, Authentication). */
export function authenticate(authorization: string | undefined): Identity {
	const token = tokenName(authorization);
	if (token === 'none' || token === 'unknown' || token === 'revoked' || token === 'expired') throw unauthenticated();
	return { token, ...ownerOf[token] };
}

/** 403 where the token lacks the scope, or is partner-issued on an endpoint for personal access tokens only, or its user the permission. */
export function authorize(identity: Identity, operation: { operationId: string; patOnly: boolean; reads: boolean }, world: World) {
	if (identity.token === 'withoutScope' || (identity.token === 'readOnly' && !operation.reads)) {
		throw forbidden('Invalid scope(s) provided.');
	}
	if (identity.token === 'partner' && operation.patOnly) {
		throw forbidden('This endpoint accepts personal access tokens only.');
	}
	if (operation.operationId === 'deleteAutomation' && world.deleteAutomations === 'forbidden') {
		throw forbidden('This action needs the permission delete_automations.');
	}
}
