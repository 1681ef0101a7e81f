import { Approval } from '../n8n/support/approval';
import { connect } from '../n8n/support/n8n';
import { startModel, type ScriptedModel } from '../n8n/support/servers';
import { describeVisit, picture } from './support/browser';

const DRAFT =
	'Hello Alice,\n\nyour lamp left our warehouse this morning and should be with you on Wednesday.\n\nKind regards\nThe team';

/** Text with markup, a character that reverses others, an invisible one, and a line wider than a phone. */
const HOSTILE = `</textarea><script>alert(1)</script><img src=x onerror="alert(2)">\u202eyap\u200b &lt; ${'long'.repeat(50)}`;
const SHOWN = HOSTILE.replace('\u202e', '[U+202E]').replace('\u200b', '[U+200B]');

describeVisit('a teammate who opens the link of Ask for Approval', { limitPerMinute: 0 }, (visit) => {
	const { step } = visit;
	let model: ScriptedModel;
	let approval: Approval;
	beforeAll(async () => {
		const { client } = await connect();
		model = await startModel();
		approval = await Approval.publish(client, visit.sandbox, model, 'ai-approval');
	});
	afterAll(async () => {
		await approval?.remove();
		await model?.close();
	});

	async function asked(draft: string, subject = 'Where is my lamp?') {
		model.play(draft);
		const conversation = approval.customerWrites(undefined, subject);
		await visit.page.goto(await approval.link(conversation));
		return conversation;
	}
	const keys = async (...all: string[]) => {
		for (const key of all) await visit.page.keyboard.press(key);
	};
	/** Returns what has the focus, as a screen reader says it. */
	const focused = async () => (await visit.page.locator(':focus').ariaSnapshot()).split(':')[0];

	step('reads the text, changes it, and approves it with the keyboard alone', async () => {
		const conversation = await asked(DRAFT);
		expect(await visit.page.getByRole('heading').allInnerTexts()).toEqual(['Approve this?']);
		const about = `Ticket #${conversation.record.ticket_id}: Where is my lamp?`;
		await visit.page.getByText(about).waitFor();
		await picture(visit.page, 'approve-page');
		await keys('Tab');
		expect(await focused()).toBe('- textbox "The text, which you can change"');
		await keys('Control+End');
		await visit.page.keyboard.type(' of the shop');
		await keys('Tab');
		expect(await focused()).toBe('- textbox "Reason, if you decline"');
		await keys('Tab');
		expect(await focused()).toBe('- button "Approve"');
		expect(approval.replies(conversation)).toEqual([]);
		await keys('Enter');
		await visit.page.getByText('Your decision was recorded, with your changes.').waitFor();
		expect(await approval.outcome(conversation)).toBe('Sent, as approved.');
		expect(approval.replies(conversation)).toEqual([`${DRAFT} of the shop`.replaceAll('\n', '<br>')]);
	});

	step('declines on a dark phone of 320 px, where hostile texts are only text', async () => {
		await visit.page.setViewportSize({ width: 320, height: 640 });
		await visit.page.emulateMedia({ colorScheme: 'dark' });
		const requests: string[] = [];
		visit.page.on('request', (request) => requests.push(request.url()));
		const conversation = await asked(HOSTILE, HOSTILE);
		const { page } = visit;
		expect(await page.locator('main script, main img').count()).toBe(0);
		expect(await page.locator('main').innerText()).toContain(`#${conversation.record.ticket_id}: ${SHOWN}`);
		expect(await page.locator('pre').innerText()).toBe(SHOWN);
		expect(await page.getByLabel('The text, which you can change').inputValue()).toBe(HOSTILE);
		expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(320);
		const ink = await page
			.locator('body')
			.evaluate((body) => body.ownerDocument.defaultView!.getComputedStyle(body).color);
		expect(ink).toBe('rgb(255, 255, 255)');
		await page.getByLabel('Reason, if you decline').fill(HOSTILE);
		await keys('Tab', 'Tab');
		expect(await focused()).toBe('- button "Decline"');
		await keys('Enter');
		await page.getByText('Your decision was recorded.').waitFor();
		expect(await approval.outcome(conversation)).toContain('NOT sent: declined. &lt;/textarea>&lt;script>');
		expect(approval.replies(conversation)).toEqual([]);
		expect(new Set(requests)).toEqual(new Set([page.url()]));
	});
});
