import { quietPoll } from '../unit/trigger/support/bench';

it.each([
	['Conversation Created', { event: ['conversationCreated'] }, 21],
	['Conversation Updated', { event: ['conversationUpdated'], watchFields: ['status'] }, 40],
	['Customer Message', { event: ['customerMessage'] }, 40],
])(
	'a quiet poll of 20 inboxes of 1,000 conversations costs the requests that the documentation says: %s',
	async (_, parameters, requests) => {
		expect(await quietPoll(parameters, 20, 1_000)).toBe(requests);
	},
);
