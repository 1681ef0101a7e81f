import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';

import { COLLECTIONS, type Field, type Operation } from '../../../nodes/Helpdesk/operation';
import type { Sandbox } from '../../../sandbox';
import { byId } from '../locator';
import { inHours, scheduleReply, thread } from '../sandboxRecords';
import type { Sample } from './sample';

/** What stands in a parameter of this name unless a sample says otherwise. */
const usualValues: Record<string, (sandbox: Sandbox) => NodeParameterValueType> = {
	conversationId: (sandbox) => byId(thread(sandbox).record.id),
	contactId: (sandbox) => byId(sandbox.store.contactsOf('org_acme')[0]!.id),
	inboxId: () => byId('inbox_support'),
	automationId: () => byId('automation_support_1'),
	userId: () => byId('user_ben'),
	tagId: () => byId('tag_bug'),
	tagIds: () => 'tag_login, tag_refund',
	savedReplyId: () => byId('reply_thanks'),
	knowledgebaseId: () => byId('kb_help'),
	messageId: (sandbox) => scheduleReply(sandbox, thread(sandbox)),
	limit: () => 3,
	simplify: () => false,
	email: () => 'new@example.com',
	assignTo: () => 'user_ben',
	tags: () => ['tag_bug', 'tag_refund'],
	mentionedIds: () => ['user_ben', 'user_ada'],
	snoozedUntil: (sandbox) => inHours(sandbox, 24),
	scheduledAt: (sandbox) => inHours(sandbox, 24),
};

/** Parameters for an operation that needs no special ones: its fields alone, then with all its collections filled in. */
export function usualSample(operation: Operation, sandbox: Sandbox): Sample {
	const filled = (fields: Field[] = []) => Object.fromEntries(fields.map(({ property }) => [property.name, usualValue(property, sandbox)]));
	const parameters = filled(operation.fields) as INodeParameters;
	const collections = COLLECTIONS.filter((name) => operation[name]).map((name) => [name, filled(operation[name])]);
	return { parameters, variants: collections.length > 0 ? [{ ...parameters, ...Object.fromEntries(collections) } as INodeParameters] : undefined };
}

/** Where nothing is known of the name: the default, or what the editor shows as an example. */
function usualValue({ name, default: usual, placeholder = '' }: Field['property'], sandbox: Sandbox): NodeParameterValueType {
	return usualValues[name]?.(sandbox) ?? (usual === '' ? placeholder.replace(/^e\.g\. /, '') : usual);
}
