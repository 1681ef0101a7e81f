import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions, INode, IWorkflowExecuteAdditionalData } from 'n8n-workflow';

const TYPE = 'helpdeskApi';

/** What decides whose records a request touches. */
const IDENTITY = ['accessToken', 'baseUrl'];

/** What n8n's contexts have beside what their types tell. */
type Inside = Partial<{ additionalData: IWorkflowExecuteAdditionalData }>;

/**
 * The decrypted credential, where it is certain that every item of the run has the same: what n8n has stored
 * holds no expression, and n8n gives out the token and the address that are stored. undefined where the items'
 * may differ, or where this n8n does not show what it has stored: then each item asks for its own.
 *
 * Asking costs n8n a read of the database and a decryption, hence not once per item where it need not be.
 */
export async function sharedCredential(context: IExecutePaginationFunctions, node: INode): Promise<ICredentialDataDecryptedObject | undefined> {
	const stored = await storedCredential(context, node).catch(() => undefined);
	if (!stored || Object.values(stored).some(isExpression)) return undefined;
	const given = await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
	// An administrator's overwrite fills in what is not stored, and may be an expression.
	return IDENTITY.every((name) => given[name] === stored[name]) ? given : undefined;
}

/** As stored, expressions unresolved. Rejects where n8n refuses. */
async function storedCredential(context: IExecutePaginationFunctions, { credentials }: INode): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData } = context as Inside;
	const details = credentials?.[TYPE];
	if (!details) return undefined;
	const raw = true;
	return await additionalData?.credentialsHelper?.getDecrypted(additionalData, details, TYPE, context.getMode(), context.getExecuteData(), raw);
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
