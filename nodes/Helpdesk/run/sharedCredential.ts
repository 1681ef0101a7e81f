import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecutePaginationFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

const TYPE = 'helpdeskApi';

type Inside = Partial<{ additionalData: IWorkflowExecuteAdditionalData }>;

/** Returns the decrypted credential if all items have the same: it contains no expression. Each read costs n8n a query and a decryption. */
export async function sharedCredential(context: IExecutePaginationFunctions, node: INode): Promise<ICredentialDataDecryptedObject | undefined> {
	const unresolved = await unresolvedCredential(context, node).catch(() => undefined);
	if (!unresolved || Object.values(unresolved).some(isExpression)) return undefined;
	return await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
}

/** n8n shows the unresolved credential only to the workflow that resolves it, so a stand-in receives it. */
async function unresolvedCredential(context: IExecutePaginationFunctions, node: INode): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData } = context as Inside;
	const details = node.credentials?.[TYPE];
	if (!details) return undefined;
	let seen: ICredentialDataDecryptedObject | undefined;
	const getParameterValue = (data: ICredentialDataDecryptedObject) => (seen = data);
	const values: ICredentialsExpressionResolveValues = {
		workflow: { expression: { getParameterValue } } as unknown as Workflow,
		node,
		itemIndex: context.getItemIndex(),
		connectionInputData: [],
		runExecutionData: null,
		runIndex: 0,
	};
	await additionalData?.credentialsHelper?.getDecrypted(additionalData, details, TYPE, context.getMode(), context.getExecuteData(), false, values);
	return seen;
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}
