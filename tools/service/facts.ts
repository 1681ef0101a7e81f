import type { Fact } from '../../contract/worlds';

/** Whether reading can show a fact: always, where the helpdesk happens to let it be seen, or never. */
export type Readable = 'yes' | 'by chance' | 'never';

/** Every open fact of the contract, with what a reader has to see of it; for those that cannot be read, why. */
export const readableFacts: Record<Fact, { readable: Readable; needs: string }> = {
	newestGoesBy: { readable: 'yes', needs: 'conversations whose times of creation, change and last message fall in different orders' },
	ties: { readable: 'yes', needs: 'several conversations of one time on the first page' },
	timeFormat: { readable: 'yes', needs: 'a conversation' },
	updatedAt: { readable: 'yes', needs: 'conversations, one of them never changed' },
	idType: { readable: 'yes', needs: 'a conversation' },
	emptyLastPage: { readable: 'yes', needs: 'an empty list of contacts' },
	metaNumbers: { readable: 'yes', needs: 'a page' },
	pageSize: { readable: 'yes', needs: 'an inbox' },
	nextLink: { readable: 'yes', needs: 'a page with links' },
	messagesForm: { readable: 'yes', needs: 'the messages of a conversation' },
	messageOrder: { readable: 'yes', needs: 'a conversation with messages of different times' },
	messageRecord: { readable: 'yes', needs: 'a message' },
	singleRecord: { readable: 'yes', needs: 'the current user, a conversation or a contact' },
	rateHeaders: { readable: 'yes', needs: 'an ordinary answer' },
	retryAfter: { readable: 'by chance', needs: 'a request that was refused for the limit, which is not provoked' },
	retryAfterRounding: { readable: 'never', needs: 'exceeding the limit on purpose' },
	tagsInList: { readable: 'yes', needs: 'a conversation with a tag' },
	lastMessage: { readable: 'yes', needs: 'a conversation in a list' },
	lastMessageBy: { readable: 'yes', needs: "a conversation whose last message is a teammate's" },
	directionWords: { readable: 'yes', needs: 'messages with a direction' },
	lateVisibility: { readable: 'by chance', needs: 'a conversation that began less than 30 seconds ago' },
	statusTransitions: { readable: 'never', needs: 'changing the status of a conversation' },
	statuses: { readable: 'yes', needs: 'conversations of every status' },
	priorities: { readable: 'yes', needs: 'conversations with and without a priority' },
	assigneeShape: { readable: 'yes', needs: 'a conversation that is assigned to nobody' },
	provisionalEndpoints: { readable: 'yes', needs: 'nothing but the token' },
	deleteAutomations: { readable: 'never', needs: 'deleting an automation' },
	errorCodes: { readable: 'yes', needs: 'an error, such as the 404 of a conversation that is not there' },
	requestIdPlace: { readable: 'by chance', needs: 'an internal error of the helpdesk' },
	dateHeader: { readable: 'yes', needs: 'an ordinary answer' },
	clockSkew: { readable: 'yes', needs: 'a Date header' },
	contactOrder: { readable: 'yes', needs: 'contacts with times or names that tell the orders apart' },
	contactTimes: { readable: 'yes', needs: 'a contact' },
};
