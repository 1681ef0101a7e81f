import { single, type Handlers } from '../call';
import { listing } from '../pages';

export const knowledgeBaseHandlers: Handlers = {
	listKnowledgeBases: (call) => listing(call, call.store.ownedBy(call.organizationId, call.store.knowledgeBases)),

	getKnowledgeBase: (call) => single(call, call.knowledgeBase),
};
