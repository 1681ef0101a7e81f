import {
	ICredentialDataDecryptedObject,
	ICredentialsExpressionResolveValues,
	IExecutePaginationFunctions,
	INode,
} from 'n8n-workflow';

import { Untyped } from './untyped';

const TYPE = 'helpdeskApi';

/**
 * Returns the decrypted credential, for all items; undefined if it has an expression. A stand-in for the workflow
 * receives the values that n8n would resolve.
 */
export async function sharedCredential(context: IExecutePaginationFunctions, node: INode) {
	const { additionalData } = context as Untyped;
	const details = node.credentials?.[TYPE];
	if (!additionalData || !details) return undefined;
	let seen: ICredentialDataDecryptedObject = { unseen: '=' };
	const workflow = { expression: { getParameterValue: (data: ICredentialDataDecryptedObject) => (seen = data) } };
	const values = {
		workflow,
		node,
		itemIndex: context.getItemIndex(),
		connectionInputData: [],
		runExecutionData: null,
		runIndex: 0,
	} as unknown as ICredentialsExpressionResolveValues;
	await additionalData.credentialsHelper
		?.getDecrypted(additionalData, details, TYPE, context.getMode(), context.getExecuteData(), false, values)
		.catch(() => undefined);
	const isShared = !Object.values(seen).some((value) => typeof value === 'string' && value.startsWith('='));
	return isShared ? await context.getCredentials<ICredentialDataDecryptedObject>(TYPE) : undefined;
}
