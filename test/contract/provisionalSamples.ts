import type { Sandbox } from '../../sandbox';
import { saveDraft, thread, threads } from '../support/sandboxRecords';
import type { Sample } from './samples';

const page = { page: 1, 'per-page': 5 };
const inInbox = () => ({ params: { inbox_id: 'inbox_support', automation_id: 'automation_support_1' } });
const report = () => ({ ...inInbox(), query: { from: '2026-01-01' } });
const listInInbox = () => ({ ...inInbox(), query: page });
const list = () => ({ query: page });
const tag = (body?: unknown) => () => ({ params: { tag_id: 'tag_bug' }, body });
const tags = (body: object) => () => ({ body: { tag_ids: ['tag_login', 'tag_refund'], ...body } });
const savedReply = (body?: unknown) => () => ({ params: { saved_reply_id: 'reply_thanks' }, body });

/** As `samples`, of the operations that the specification does not show. */
export const provisionalSamples: Record<string, (sandbox: Sandbox) => Sample> = {
	listInboxes: list,
	getInbox: inInbox,
	listInboxSavedReplies: listInInbox,
	getInboxReports: report,
	deleteAutomation: inInbox,
	batchDeleteConversations: (sandbox) => ({ ...inInbox(), body: { conversation_ids: threads(sandbox, 2).map(({ record }) => record.id) } }),
	batchRestoreConversations: (sandbox) => {
		const conversation = thread(sandbox);
		sandbox.store.trash(conversation);
		return { ...inInbox(), body: { conversation_ids: [conversation.record.id] } };
	},
	getNextConversation: (sandbox) => ({ params: { conversation_id: thread(sandbox).record.id } }),
	getPreviousConversation: (sandbox) => ({ params: { conversation_id: threads(sandbox, 2)[1]!.record.id } }),
	deleteDraft: (sandbox) => {
		saveDraft(sandbox, thread(sandbox));
		return { params: { conversation_id: thread(sandbox).record.id } };
	},
	listContactConversations: (sandbox) => ({ params: { contact_id: thread(sandbox).record.contact.id }, query: page }),
	listTags: list,
	createTag: () => ({ body: { name: 'New' } }),
	updateTag: tag({ name: 'Defect' }),
	deleteTag: tag(),
	mergeTags: tags({ tag_id: 'tag_bug' }),
	batchUpdateTags: tags({ color: '#123' }),
	batchDeleteTags: tags({}),
	listUsers: list,
	listSavedReplies: list,
	createSavedReply: () => ({ body: { name: 'New', message: 'Hello' } }),
	updateSavedReply: savedReply({ message: 'Hi' }),
	deleteSavedReply: savedReply(),
	useSavedReply: savedReply(),
	getConversationsReport: report,
	getProductivityReport: report,
	getHappinessReport: report,
	getAgentsReport: report,
	getAgentTeamConversationsReport: report,
	getAgentTeamProductivityReport: report,
	getRecentRatingsReport: report,
	listKnowledgeBases: list,
	getKnowledgeBase: () => ({ params: { knowledgebase_id: 'kb_help' } }),
};
