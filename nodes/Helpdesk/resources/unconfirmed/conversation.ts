import { limit, returnAll, sort } from '../../../shared/fields/paging';
import { simpleConversation } from '../../../shared/simplify';
import { additionalBody, idsField } from '../../fields/fieldNames';
import { onlyIfUnchangedSince } from '../../fields/writes';
import { customerEmail } from '../../fields/contact';
import { conversationIds } from '../../fields/conversation';
import { operationsOn, whoGotIt } from '../operations';
import { anyList, deletedOutput, messageOutput, record } from '../../run/outputs';

export const conversationOperations = operationsOn({
	draft: {
		delete: {
			action: 'Delete draft of reply',
			description: 'Delete your draft in a conversation',
			operationId: 'deleteDraft',
			instead: 'Message → Save Draft, which writes over the draft',
			notice: 'noUndo',
			output: deletedOutput('conversationId'),
		},
	},
	contact: {
		getConversations: {
			action: 'Get conversations of contact',
			description: 'Get the conversations that a contact has had',
			operationId: 'listContactConversations',
			instead: "Conversation → Get Many, then n8n's Filter by contact_id",
			fields: [returnAll, limit],
			sorting: [sort],
			output: anyList(simpleConversation),
		},
	},
	email: {
		getConversations: {
			action: 'Get conversations of email address',
			description: 'Get the conversations that the person with an e-mail address has had',
			operationId: 'listCustomerConversations',
			instead: "Contact → Get Many, then n8n's Filter over Conversation → Get Many by contact_id",
			fields: [customerEmail, returnAll, limit],
			output: anyList(simpleConversation),
		},
	},
	message: {
		retrySending: {
			action: 'Retry sending of message',
			description: 'Send a message to the customer that the helpdesk could not send',
			operationId: 'retryMessage',
			whoGotIt: whoGotIt.message,
			notice: 'toCustomer',
			options: [onlyIfUnchangedSince],
		},
	},
	conversation: {
		deleteMany: {
			action: 'Delete many conversations',
			description: 'Move several conversations of an inbox to the trash in one request',
			operationId: 'batchDeleteConversations',
			instead: 'Conversation → Delete, for each conversation',
			undo: 'Conversation: Restore Many takes it back',
			fields: [conversationIds],
			options: [additionalBody],
			named: { conversationIds: idsField },
			output: deletedOutput('conversationIds'),
		},
		restoreMany: {
			action: 'Restore many conversations',
			description: 'Take several conversations of an inbox back from the trash in one request',
			operationId: 'batchRestoreConversations',
			instead: 'Conversation → Restore, for each conversation',
			undo: 'Conversation: Delete Many takes it back',
			fields: [conversationIds],
			options: [additionalBody],
			named: { conversationIds: idsField },
			output: messageOutput('conversationIds'),
		},
		getNext: {
			action: 'Get next conversation',
			description: 'Get the conversation that comes after another one in its inbox',
			operationId: 'getNextConversation',
			instead: 'Conversation → Get Many, which lists the inbox in order',
			output: record(simpleConversation),
		},
		getPrevious: {
			action: 'Get previous conversation',
			description: 'Get the conversation that comes before another one in its inbox',
			operationId: 'getPreviousConversation',
			instead: 'Conversation → Get Many, which lists the inbox in order',
			output: record(simpleConversation),
		},
	},
});
