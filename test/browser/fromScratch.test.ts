import { helpdeskCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { connect } from '../n8n/support/n8n';
import { describeInBrowser, openPage, type OpenPage } from './support/browser';
import { Editor } from './support/editor';
import { picture } from './support/picture';
import { stepsOn } from './support/steps';

jest.setTimeout(120_000);

/** The pictures show the same tickets whenever they are taken. */
const MORNING = { now: () => Date.UTC(2026, 5, 1, 9) };
const CREDENTIAL = 'Helpdesk of the shop';
const NOTE = 'For the team: somebody wants money back, please look at it first.';

// Every morning, Active conversations about a refund get a tag, a note and a high priority: built by mouse, with no name of the API typed.
describeInBrowser('from an empty canvas, a person who knows no API', () => {
	let sandbox: Sandbox;
	let open: OpenPage;
	let editor: Editor;
	const step = stepsOn(() => open.page);

	beforeAll(async () => {
		const n8n = await connect();
		sandbox = await startSandbox({ clock: MORNING, conversations: 200 });
		await n8n.client.createCredential({ ...helpdeskCredential(sandbox.baseUrl, sandbox.tokens.personal), name: CREDENTIAL });
		open = await openPage();
		editor = new Editor(open.page, n8n.url);
	});

	afterAll(async () => {
		await open?.browser.close();
		await sandbox?.close();
	});

	const parameter = (name: string) => open.page.getByTestId(`parameter-input-${name}`);

	/** The next step, by one of the actions of the node, on the conversation that the step before puts out. */
	async function onTheConversation(action: string): Promise<void> {
		await editor.add('help desk', 'Helpdesk', action);
		await editor.chooseCredential(CREDENTIAL);
		await editor.drag('id', editor.locator('conversationId'));
	}

	step('begins with a schedule: every morning at eight', async () => {
		await editor.signInToNewWorkflow();
		await editor.add('schedule', 'Schedule Trigger');
		await editor.choose('triggerAtHour', '8am');
		await editor.backToCanvas();
	});

	step('finds the node as "help desk" and gets the Active conversations of an inbox from their lists', async () => {
		await editor.add('help desk', 'Helpdesk', 'Get many conversations');
		await editor.chooseCredential(CREDENTIAL);
		const inboxes = await editor.openList('inboxId');
		await inboxes.filter({ hasText: 'Support' }).click();
		await editor.choose('filterMode', 'Conditions');
		await open.page.getByText('Add Condition').click();
		await editor.choose('values', 'Active');
		await editor.backToCanvas();
	});

	step('drags the id of a step that has not run, and chooses a tag from the list', async () => {
		await onTheConversation('Add tag to conversation');
		await picture(open.page, 'drag');
		const tags = await editor.openList('tagId');
		await tags.filter({ hasText: /^\s*Refund\s*$/ }).click();
		expect(await editor.chosen('tagId')).toBe('Refund');
		await editor.backToCanvas();
	});

	step('leaves a note: the form says who reads it', async () => {
		await onTheConversation('Add note to conversation');
		await open.page.getByText('For the team: the customer never sees a note.').waitFor();
		const text = parameter('message').locator('textarea');
		await text.fill(NOTE);
		await editor.backToCanvas();
	});

	step('sets a high priority', async () => {
		await onTheConversation('Set priority of conversation');
		await editor.choose('priority', 'High');
		await editor.backToCanvas();
	});

	step('keeps those about a refund, with the subject dragged into a Filter between the steps', async () => {
		await editor.insert('Get many conversations', 'Add tag to conversation', 'filter', 'Filter');
		await editor.chooseOption('Ignore Case');
		await editor.drag('subject', open.page.getByTestId('filter-condition-left'));
		await editor.compare('String', 'contains', 'refund');
		await editor.backToCanvas();
	});

	step('has sent nothing but requests for lists so far', () => {
		const sent = sandbox.requests().map(({ method, path }) => `${method} ${path}`);
		expect(sent.filter((request) => !/^GET \/(inboxes|settings\/tags|me)$/.test(request))).toEqual([]);
		return Promise.resolve();
	});

	step('runs it: all of them and no others have tag, note and priority', async () => {
		const all = [...sandbox.store.conversations.values()];
		const newest = sandbox.store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').filter(({ record }) => record.status === 'Active');
		const wanted = newest.slice(0, 50).filter(({ record }) => /refund/i.test(record.subject));
		expect(wanted.length).toBeGreaterThan(0);
		await editor.runWorkflow('Set priority of conversation');
		await picture(open.page, 'built');
		const noted = all.filter(({ events }) => events.some(({ message }) => message.text_body === NOTE));
		expect(noted.map(({ record }) => record.id).sort()).toEqual(wanted.map(({ record }) => record.id).sort());
		for (const { record, tagIds } of wanted) expect([record.priority, tagIds.includes('tag_refund')]).toEqual(['High', true]);
	});
});
