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
 * Returns the decrypted credential if it has no expression, or undefined. All items can share it, so n8n decrypts it
 * only once. To find expressions, an object in place of the workflow gets what n8n wants to resolve.
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
