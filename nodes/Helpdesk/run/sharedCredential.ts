import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecutePaginationFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const TYPE = 'helpdeskApi';

type Inside = Partial<{ additionalData: IWorkflowExecuteAdditionalData }>;

/**
 * Returns the decrypted credential if it has no expression: then all items share it, and n8n reads and decrypts it
 * once. Expressions are found by a stand-in for the workflow, which n8n asks to resolve them.
 */
export async function sharedCredential(
	context: IExecutePaginationFunctions,
	node: INode,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData } = context as Inside;
	const details = node.credentials?.[TYPE];
	if (!additionalData || !details) return undefined;
	let seen: ICredentialDataDecryptedObject = { unseen: '=' };
	const workflow = { expression: { getParameterValue: (data: ICredentialDataDecryptedObject) => (seen = data) } };
	const item = {
		node,
		itemIndex: context.getItemIndex(),
		connectionInputData: [],
		runExecutionData: null,
		runIndex: 0,
	};
	const values = { workflow, ...item } as unknown as ICredentialsExpressionResolveValues;
	const run = [context.getMode(), context.getExecuteData()] as const;
	await additionalData.credentialsHelper
		?.getDecrypted(additionalData, details, TYPE, ...run, false, values)
		.catch(() => undefined);
	const isShared = !Object.values(seen).some((value) => typeof value === 'string' && value.startsWith('='));
	return isShared ? await context.getCredentials<ICredentialDataDecryptedObject>(TYPE) : undefined;
}
