import type {
	ICredentialDataDecryptedObject,
	IExecutePaginationFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const TYPE = 'helpdeskApi';

type Inside = Partial<{ additionalData: IWorkflowExecuteAdditionalData }>;

/**
 * Returns the decrypted credential if it has no expression, or undefined. All items can share it, so n8n decrypts it
 * only once. An expression in an administrator's overwrite is not found, and is resolved for the first item only.
 */
export async function sharedCredential(
	context: IExecutePaginationFunctions,
	node: INode,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData } = context as Inside;
	const details = node.credentials?.[TYPE];
	if (!additionalData || !details) return undefined;
	const run = [context.getMode(), context.getExecuteData()] as const;
	const raw = await additionalData.credentialsHelper
		?.getDecrypted(additionalData, details, TYPE, ...run, true)
		.catch(() => undefined);
	const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
	return raw && !Object.values(raw).some(isExpression)
		? await context.getCredentials<ICredentialDataDecryptedObject>(TYPE)
		: undefined;
}
