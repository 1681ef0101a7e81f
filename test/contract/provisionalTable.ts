/**
 * The endpoints that the specification names in its groups without showing them, typed by hand from a public index
 * of APIs and from nothing else, each with the operation that stands for it.
 */
export const provisionalEndpoints: Record<string, string> = {
	'GET /inboxes': 'inbox.getMany',
	'GET /inboxes/{inbox_id}': 'inbox.get',
	'GET /inboxes/{inbox_id}/saved-replies': 'inbox.getSavedReplies',
	'GET /inboxes/{inbox_id}/reports': 'inbox.getReports',
	'DELETE /inboxes/{inbox_id}/automations/{automation_id}': 'automation.delete',
	'POST /inboxes/{inbox_id}/batch/delete': 'conversation.deleteMany',
	'POST /inboxes/{inbox_id}/batch/restore': 'conversation.restoreMany',
	'GET /conversation/{conversation_id}/next': 'conversation.getNext',
	'GET /conversation/{conversation_id}/previous': 'conversation.getPrevious',
	'POST /conversation/{conversation_id}/draft/delete': 'message.deleteDraft',
	'GET /contacts/{contact_id}/conversations': 'contact.getConversations',
	'GET /settings/tags': 'tag.getMany',
	'POST /settings/tags': 'tag.create',
	'PUT /settings/tags/{tag_id}': 'tag.update',
	'DELETE /settings/tags/{tag_id}': 'tag.delete',
	'POST /settings/tags/merge': 'tag.merge',
	'POST /settings/tags/update': 'tag.updateMany',
	'POST /settings/tags/delete': 'tag.deleteMany',
	'GET /settings/users': 'user.getMany',
	'GET /saved-replies': 'savedReply.getMany',
	'POST /saved-replies': 'savedReply.create',
	'PUT /saved-replies/{saved_reply_id}': 'savedReply.update',
	'DELETE /saved-replies/{saved_reply_id}': 'savedReply.delete',
	'POST /saved-replies/{saved_reply_id}/use': 'savedReply.use',
	'GET /reports/{inbox_id}/conversations': 'report.conversations',
	'GET /reports/{inbox_id}/productivity': 'report.productivity',
	'GET /reports/{inbox_id}/happiness': 'report.happiness',
	'GET /reports/{inbox_id}/agents': 'report.agents',
	'GET /reports/{inbox_id}/agent-team-conversations': 'report.agentTeamConversations',
	'GET /reports/{inbox_id}/agent-team-productivity': 'report.agentTeamProductivity',
	'GET /reports/{inbox_id}/recent-ratings': 'report.recentRatings',
	'GET /knowledgebases': 'knowledgeBase.getMany',
	'GET /knowledgebases/{knowledgebase_id}': 'knowledgeBase.get',
};

/** Of which something more is known: for personal access tokens only, and gone for good. */
export const patOnly = ['automation.delete', 'conversation.deleteMany'];
export const forGood = ['automation.delete', 'tag.delete', 'tag.deleteMany', 'savedReply.delete'];
