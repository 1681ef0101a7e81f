import { helpdeskCredential } from '../../tools/n8n/workflow';
import { connect } from '../n8n/support/n8n';
import { describeVisit, picture } from './support/browser';
import { Editor } from './support/editor';

const CREDENTIAL = 'Helpdesk of the shop';
const NOTE = 'For the team: somebody wants money back, please look at it first.';

// Every morning, active conversations about a refund get a tag, a note and a high priority.
describeVisit('from an empty canvas, a person who knows no API', { conversations: 200 }, (visit) => {
	const { step } = visit;
	let editor: Editor;
	beforeAll(async () => {
		const n8n = await connect();
		await n8n.client.createCredential({
			...helpdeskCredential(visit.sandbox.baseUrl, visit.sandbox.tokens.personal),
			name: CREDENTIAL,
		});
		editor = new Editor(visit.page, n8n.url);
	});

	/** Adds an action and drags the previous step's ID into it. */
	async function onTheConversation(action: string) {
		await editor.add('help desk', 'Helpdesk', action);
		await editor.chooseCredential(CREDENTIAL);
		await editor.drag('id', editor.locator('conversationId'));
	}

	step('adds a schedule, and gets the active conversations of an inbox chosen from lists', async () => {
		await editor.signInToNewWorkflow();
		await editor.add('schedule', 'Schedule Trigger');
		await editor.choose('triggerAtHour', '8am');
		await editor.backToCanvas();
		await editor.add('help desk', 'Helpdesk', 'Get many conversations');
		await editor.chooseCredential(CREDENTIAL);
		const inboxes = await editor.openList('inboxId');
		await inboxes.filter({ hasText: 'Support' }).click();
		await editor.addTo('Add Filter', 'Status');
		await editor.choose('statuses', 'Active');
		await editor.backToCanvas();
	});

	step('drags the ID of a step that has not run, and chooses a tag, a note and a priority', async () => {
		await onTheConversation('Add tag to conversation');
		await picture(visit.page, 'drag');
		const tags = await editor.openList('tagId');
		await tags.filter({ hasText: /^\s*Refund\s*$/ }).click();
		expect(await editor.chosen('tagId')).toBe('Refund');
		await editor.backToCanvas();
		await onTheConversation('Add note to conversation');
		await visit.page.getByText('The note is for the team, not for the customer.').waitFor();
		await visit.page.getByTestId('parameter-input-message').locator('textarea').fill(NOTE);
		await editor.backToCanvas();
		await onTheConversation('Set priority of conversation');
		await editor.choose('priority', 'High');
		await editor.backToCanvas();
	});

	step('adds a Filter that keeps refund conversations, with the subject dragged into it', async () => {
		await editor.insert('Get many conversations', 'Add tag to conversation', 'filter', 'Filter');
		await editor.chooseOption('Ignore Case');
		await editor.drag('subject', visit.page.getByTestId('filter-condition-left'));
		await editor.compare('String', 'contains', 'refund');
		await editor.backToCanvas();
		const sent = visit.sandbox.requests().map(({ method, path }) => `${method} ${path}`);
		expect(sent.filter((request) => !/^GET \/(inboxes|settings\/tags|me)$/.test(request))).toEqual([]);
	});

	step('runs the workflow, and only the wanted conversations get tag, note and priority', async () => {
		const newest = visit.sandbox.store
			.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
			.filter(({ record }) => record.status === 'Active');
		const wanted = newest.slice(0, 50).filter(({ record }) => /refund/i.test(record.subject));
		expect(wanted.length).toBeGreaterThan(0);
		await editor.runWorkflow('Set priority of conversation');
		await picture(visit.page, 'built');
		const all = [...visit.sandbox.store.conversations.values()];
		const noted = all.filter(({ events }) => events.some(({ message }) => message.text_body === NOTE));
		expect(new Set(noted)).toEqual(new Set(wanted));
		for (const { record, tagIds } of wanted)
			expect([record.priority, tagIds.includes('tag_refund')]).toEqual(['High', true]);
	});
});
