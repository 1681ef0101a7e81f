/** What an operation needs to know of an endpoint. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the base URL, with {names} for what is filled in. */
	path: string;
	/** For personal access tokens only. */
	patOnly?: true;
	/** Seen elsewhere, not in the API documentation. */
	provisional?: true;
	/** Changes nothing, so that it may be repeated. */
	readOnly?: true;
	/** Takes the number of a page in its query. */
	paged?: true;
}

/** Every endpoint of helpdesk.openapi.yaml by its operationId. Made from it by `npm run docs`: do not change it by hand. */
export const endpoints = {
	getCurrentUser: { method: 'GET', path: '/me', readOnly: true },
	getConversation: { method: 'GET', path: '/conversation/{conversation_id}', readOnly: true },
	updateConversation: { method: 'PATCH', path: '/conversation/{conversation_id}' },
	deleteConversation: { method: 'DELETE', path: '/conversation/{conversation_id}', patOnly: true },
	changeConversationContact: { method: 'PATCH', path: '/conversation/{conversation_id}/change-contact', patOnly: true },
	setConversationCustomFields: { method: 'PATCH', path: '/conversation/{conversation_id}/custom-fields' },
	saveDraft: { method: 'POST', path: '/conversation/{conversation_id}/draft' },
	forwardMessage: { method: 'POST', path: '/conversation/{conversation_id}/forward' },
	mergeConversations: { method: 'POST', path: '/conversation/{conversation_id}/merge', patOnly: true },
	listMessages: { method: 'GET', path: '/conversation/{conversation_id}/messages', readOnly: true },
	moveConversation: { method: 'POST', path: '/conversation/{conversation_id}/move' },
	addNote: { method: 'POST', path: '/conversation/{conversation_id}/note' },
	replyToConversation: { method: 'POST', path: '/conversation/{conversation_id}/reply' },
	scheduleReply: { method: 'POST', path: '/conversation/{conversation_id}/reply/schedule', patOnly: true },
	unscheduleReply: { method: 'DELETE', path: '/conversation/{conversation_id}/reply/unschedule/{message_id}', patOnly: true },
	restoreConversation: { method: 'PATCH', path: '/conversation/{conversation_id}/restore', patOnly: true },
	updateScheduledReply: { method: 'PATCH', path: '/conversation/{conversation_id}/scheduled/{message_id}', patOnly: true },
	sendScheduledReplyNow: { method: 'POST', path: '/conversation/{conversation_id}/scheduled/{message_id}/send-now', patOnly: true },
	snoozeConversation: { method: 'PUT', path: '/conversation/{conversation_id}/snooze' },
	markConversationAsSpam: { method: 'POST', path: '/conversation/{conversation_id}/spam' },
	unmarkConversationAsSpam: { method: 'DELETE', path: '/conversation/{conversation_id}/spam' },
	splitConversation: { method: 'POST', path: '/conversation/{conversation_id}/split', patOnly: true },
	addTagToConversation: { method: 'POST', path: '/conversation/{conversation_id}/tags' },
	removeTagFromConversation: { method: 'DELETE', path: '/conversation/{conversation_id}/tags' },
	unsnoozeConversation: { method: 'DELETE', path: '/conversation/{conversation_id}/unsnooze' },
	setConversationPriority: { method: 'PUT', path: '/conversation/{conversation_id}/update/priority' },
	listMyConversations: { method: 'GET', path: '/conversations/mine', readOnly: true },
	listContacts: { method: 'GET', path: '/contacts', readOnly: true, paged: true },
	createContact: { method: 'POST', path: '/contacts' },
	getContact: { method: 'GET', path: '/contacts/{contact_id}', readOnly: true },
	updateContact: { method: 'PATCH', path: '/contacts/{contact_id}' },
	getInbox: { method: 'GET', path: '/inboxes/{inbox_id}', provisional: true, readOnly: true },
	filterConversations: { method: 'POST', path: '/inboxes/{inbox_id}', readOnly: true },
	batchUpdateConversations: { method: 'POST', path: '/inboxes/{inbox_id}/batch/update' },
	listInboxTags: { method: 'GET', path: '/inboxes/{inbox_id}/tags', readOnly: true, paged: true },
	listAutomations: { method: 'GET', path: '/inboxes/{inbox_id}/automations', patOnly: true, readOnly: true },
	getAutomation: { method: 'GET', path: '/inboxes/{inbox_id}/automations/{automation_id}', patOnly: true, readOnly: true },
	deleteAutomation: { method: 'DELETE', path: '/inboxes/{inbox_id}/automations/{automation_id}', patOnly: true, provisional: true },
	getUser: { method: 'GET', path: '/settings/users/{user_id}', readOnly: true },
	search: { method: 'POST', path: '/search', readOnly: true, paged: true },
	listInboxes: { method: 'GET', path: '/inboxes', provisional: true, readOnly: true, paged: true },
	listInboxSavedReplies: { method: 'GET', path: '/inboxes/{inbox_id}/saved-replies', provisional: true, readOnly: true, paged: true },
	getInboxReports: { method: 'GET', path: '/inboxes/{inbox_id}/reports', provisional: true, readOnly: true },
	batchDeleteConversations: { method: 'POST', path: '/inboxes/{inbox_id}/batch/delete', patOnly: true, provisional: true },
	batchRestoreConversations: { method: 'POST', path: '/inboxes/{inbox_id}/batch/restore', provisional: true },
	getNextConversation: { method: 'GET', path: '/conversation/{conversation_id}/next', provisional: true, readOnly: true },
	getPreviousConversation: { method: 'GET', path: '/conversation/{conversation_id}/previous', provisional: true, readOnly: true },
	deleteDraft: { method: 'POST', path: '/conversation/{conversation_id}/draft/delete', provisional: true },
	listContactConversations: { method: 'GET', path: '/contacts/{contact_id}/conversations', provisional: true, readOnly: true, paged: true },
	listTags: { method: 'GET', path: '/settings/tags', provisional: true, readOnly: true, paged: true },
	createTag: { method: 'POST', path: '/settings/tags', provisional: true },
	updateTag: { method: 'PUT', path: '/settings/tags/{tag_id}', provisional: true },
	deleteTag: { method: 'DELETE', path: '/settings/tags/{tag_id}', provisional: true },
	mergeTags: { method: 'POST', path: '/settings/tags/merge', provisional: true },
	batchUpdateTags: { method: 'POST', path: '/settings/tags/update', provisional: true },
	batchDeleteTags: { method: 'POST', path: '/settings/tags/delete', provisional: true },
	listUsers: { method: 'GET', path: '/settings/users', provisional: true, readOnly: true, paged: true },
	listSavedReplies: { method: 'GET', path: '/saved-replies', provisional: true, readOnly: true, paged: true },
	createSavedReply: { method: 'POST', path: '/saved-replies', provisional: true },
	updateSavedReply: { method: 'PUT', path: '/saved-replies/{saved_reply_id}', provisional: true },
	deleteSavedReply: { method: 'DELETE', path: '/saved-replies/{saved_reply_id}', provisional: true },
	useSavedReply: { method: 'POST', path: '/saved-replies/{saved_reply_id}/use', provisional: true },
	getConversationsReport: { method: 'GET', path: '/reports/{inbox_id}/conversations', provisional: true, readOnly: true },
	getProductivityReport: { method: 'GET', path: '/reports/{inbox_id}/productivity', provisional: true, readOnly: true },
	getHappinessReport: { method: 'GET', path: '/reports/{inbox_id}/happiness', provisional: true, readOnly: true },
	getAgentsReport: { method: 'GET', path: '/reports/{inbox_id}/agents', provisional: true, readOnly: true },
	getAgentTeamConversationsReport: { method: 'GET', path: '/reports/{inbox_id}/agent-team-conversations', provisional: true, readOnly: true },
	getAgentTeamProductivityReport: { method: 'GET', path: '/reports/{inbox_id}/agent-team-productivity', provisional: true, readOnly: true },
	getRecentRatingsReport: { method: 'GET', path: '/reports/{inbox_id}/recent-ratings', provisional: true, readOnly: true },
	listKnowledgeBases: { method: 'GET', path: '/knowledgebases', provisional: true, readOnly: true, paged: true },
	getKnowledgeBase: { method: 'GET', path: '/knowledgebases/{knowledgebase_id}', provisional: true, readOnly: true },
} satisfies Record<string, Endpoint>;

/** Names an endpoint. */
export type OperationId = keyof typeof endpoints;
