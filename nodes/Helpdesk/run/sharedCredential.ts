import type {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecutePaginationFunctions,
	INode,
	IWorkflowExecuteAdditionalData,
	Workflow,
} from 'n8n-workflow';

const TYPE = 'helpdeskApi';

/** What n8n's contexts have beside what their types tell. */
type Inside = Partial<{ additionalData: IWorkflowExecuteAdditionalData }>;

/**
 * The decrypted credential, where it is certain that every item of the run has the same: what n8n would resolve for
 * an item holds no expression, neither as stored nor as an administrator's overwrite fills it in. undefined where the
 * items' may differ, or where this n8n does not show what it would resolve: then each item asks for its own.
 *
 * Asking costs n8n a read of the database and a decryption, hence not once per item where it need not be.
 */
export async function sharedCredential(context: IExecutePaginationFunctions, node: INode): Promise<ICredentialDataDecryptedObject | undefined> {
	const unresolved = await unresolvedCredential(context, node).catch(() => undefined);
	if (!unresolved || Object.values(unresolved).some(isExpression)) return undefined;
	return await context.getCredentials<ICredentialDataDecryptedObject>(TYPE);
}

/**
 * As stored, with overwrites and defaults, expressions unresolved. n8n gives it out nowhere, so it is seen where n8n
 * hands it over to be resolved: to a workflow that only looks. Rejects where n8n refuses.
 */
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
