import type { Locator, Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n/client';
import { LOADED_WITHIN_MS } from './browser';

/** n8n waits 200 ms after the last key. The page measures this time, because its timers are late on a busy machine. */
const AFTER_TYPING_MS = 400;

/** n8n saves a condition of a Filter after a second. */
const AFTER_CONDITION_MS = 1_500;

/** Maximum time (ms) for a list to open. */
const AFTER_OPENING_MS = 5_000;

/** n8n saves a change within this time. */
const AFTER_CHANGING_MS = 3_000;

/** Time (ms) for nodes to move after a change of the layout. */
const AFTER_MOVING_MS = 1_000;

/** Drives n8n's editor by the elements that a person sees and clicks. */
export class Editor {
	readonly output: Locator;

	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {
		this.output = page.getByTestId('output-panel');
	}

	async signInToNewWorkflow() {
		await this.page.goto(`${this.url}/signin?redirect=${encodeURIComponent('/workflow/new')}`);
		await this.signIn();
		await this.page.getByTestId('canvas-add-button').waitFor({ timeout: LOADED_WITHIN_MS });
	}

	async signIn() {
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[name=password]').fill(OWNER.password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
	}

	async execute() {
		await this.page.getByTestId('execute-workflow-button').click({ timeout: LOADED_WITHIN_MS });
	}

	/** Opens a saved workflow. Needs `signIn` first. */
	async openWorkflow(id: string) {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor({ timeout: LOADED_WITHIN_MS });
	}

	/** Saves the open workflow. Without changes, n8n sends nothing. */
	async save() {
		const isSaving = (path: string, method: string) => /\/rest\/workflows\/[^/]+$/.test(path) && method === 'PATCH';
		const saved = this.page.waitForResponse(
			(response) => isSaving(new URL(response.url()).pathname, response.request().method()),
			{
				timeout: AFTER_CHANGING_MS,
			},
		);
		await this.page.keyboard.press('Control+s');
		await saved.catch(() => undefined);
	}

	async showWhole() {
		await this.page.getByTestId('zoom-to-fit').click();
		await this.pause(AFTER_MOVING_MS);
	}

	async searchPalette(text: string) {
		await this.page.keyboard.press('n');
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	async clickInPalette(name: string) {
		await this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).click();
	}

	/** Chooses one or several options of a parameter of the open node by mouse. */
	async choose(parameter: string, ...wanted: [string, ...string[]]) {
		const options = this.page.getByRole('option').filter({ visible: true });
		const found = (option: string) => options.filter({ has: this.page.getByText(option, { exact: true }) });
		const field = this.page.getByTestId(`parameter-input-${parameter}`);
		await field.click();
		// A busy n8n may close the new list along with the previous one. A person then clicks again.
		const opened = found(wanted[0]).waitFor({ timeout: AFTER_OPENING_MS });
		await opened.catch(async () => await field.click());
		for (const option of wanted) await found(option).click();
		await this.closeList();
	}

	/** Switches a parameter to Expression and types text. Resolves when n8n has stored it. */
	async typeAsExpression(parameter: string, text: string) {
		await this.switchTo(parameter, 'expression');
		await this.page.getByTestId(`parameter-input-${parameter}`).locator('.cm-content').fill(text);
		await this.page.getByTestId('inline-expression-editor-output').getByText(text).waitFor();
		await this.pause(AFTER_TYPING_MS);
	}

	/** Switches a parameter back to Fixed, and closes the list that n8n then opens. */
	async backToFixed(parameter: string) {
		await this.switchTo(parameter, 'fixed');
		await this.page.getByRole('option').filter({ visible: true }).first().waitFor();
		await this.closeList();
	}

	/** Adds a node at the end of the workflow through the palette, and opens it. */
	async add(search: string, ...entries: string[]) {
		await this.searchPalette(search);
		for (const entry of entries) await this.clickInPalette(entry);
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Adds a node on the line between two others, and opens it. */
	async insert(from: string, to: string, search: string, entry: string) {
		await this.page.getByTestId('tidy-up-button').click();
		await this.pause(AFTER_MOVING_MS);
		const [before, after] = await Promise.all([this.node(from).boundingBox(), this.node(to).boundingBox()]);
		await this.page.mouse.move((before!.x + before!.width + after!.x) / 2, before!.y + before!.height / 2, {
			steps: 5,
		});
		await this.page.getByTestId('add-connection-button').filter({ visible: true }).click();
		await this.page.getByTestId('node-creator-search-bar').fill(search);
		await this.clickInPalette(entry);
		await this.page.getByTestId('node-parameters').waitFor();
	}

	locator(parameter: string) {
		return this.page.getByTestId(`resource-locator-${parameter}`);
	}

	/** Drags a field of the previous step to a place in the open node. Resolves when n8n has written it there. */
	async drag(field: string, place: Locator) {
		const source = this.page
			.getByTestId('ndv-input-panel')
			.locator(`[data-target=mappable][data-value="{{ $json.${field} }}"]`);
		await source.hover();
		await this.page.mouse.down();
		const { x, y, width, height } = (await place.boundingBox())!;
		await this.page.mouse.move(x + width / 2 - 20, y + height / 2, { steps: 8 });
		await this.page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
		await this.page.mouse.up();
		await place.getByText(`$json.${field}`).first().waitFor();
		await this.page.getByTestId('tab-params').click();
	}

	async chooseOption(name: string) {
		await this.addTo('Add option', name);
	}

	/** Adds an entry to a collection of the open node, by the text of its button. */
	async addTo(button: string, name: string) {
		await this.page.getByTestId('node-parameters').getByPlaceholder(button, { exact: false }).click();
		await this.page.getByRole('option').filter({ visible: true, hasText: name }).click();
	}

	/** Completes the condition of an open Filter node: type, comparison and value. */
	async compare(type: string, comparison: string, value: string) {
		await this.page.getByTestId('filter-operator-select').click();
		await this.page.getByText(type, { exact: true }).filter({ visible: true }).first().hover();
		await this.page.getByText(comparison, { exact: true }).filter({ visible: true }).click();
		await this.page.getByTestId('filter-condition-right').locator('input').fill(value);
		await this.pause(AFTER_CONDITION_MS);
	}

	/** Runs the whole workflow and waits until the node `last` has succeeded. */
	async runWorkflow(last: string) {
		await this.page.getByTestId('tidy-up-button').click();
		const button = this.page.getByTestId('execute-workflow-button');
		await button.click();
		await this.node(last).getByTestId('canvas-node-status-success').waitFor({ timeout: LOADED_WITHIN_MS });
		await button.getByText('Execute workflow').waitFor();
	}

	/** Waits with a timer of the page. */
	private async pause(ms: number) {
		await this.page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${ms}))`);
	}

	/** Clicks beside a list, which stays open if several values can be chosen. */
	private async closeList() {
		await this.page.getByTestId('tab-params').click();
		await this.page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'hidden' });
	}

	/** Switches a parameter's mode. The switch appears under the mouse. */
	private async switchTo(parameter: string, mode: 'expression' | 'fixed') {
		const field = this.page
			.getByTestId('parameter-item')
			.filter({ has: this.page.getByTestId(`parameter-input-${parameter}`) });
		await field.hover();
		await field.getByTestId(`radio-button-${mode}`).click();
	}

	async chooseCredential(name: string) {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByRole('option').filter({ visible: true, hasText: name }).click();
	}

	async openList(parameter: string) {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	async chosen(parameter: string) {
		return await this.page.getByTestId(`resource-locator-${parameter}`).locator('input').last().inputValue();
	}

	async executeStep(end: 'success' | 'danger') {
		const button = this.page.getByTestId('node-execute-button');
		await button.click();
		await this.output.getByTestId(`node-run-status-${end}`).waitFor();
		await button.locator('.n8n-spinner').waitFor({ state: 'detached' });
	}

	/** Shows the output of the open node as a list of fields and values. */
	async showAsSchema() {
		await this.output.getByText('Schema', { exact: true }).click();
		await this.output.getByTestId('run-data-schema-item').first().waitFor();
	}

	async showAsTable() {
		await this.page.getByTestId('panel-drag-button').hover();
		await this.page.mouse.down();
		await this.page.mouse.move(300, 60, { steps: 8 });
		await this.page.mouse.up();
		await this.output.getByText('Table', { exact: true }).click();
		await this.output.locator('table').waitFor();
	}

	/** Enters a wrong value into the open node's credential. Resolves with the dialog's error. */
	async changeCredential(field: string, value: string) {
		await this.page.getByTestId('credential-edit-button').click();
		const dialog = this.page.getByTestId('editCredential-modal');
		// n8n tests a credential when it is opened. Two tests at once fail with "Node not found".
		await dialog.getByTestId('credentials-config-container-test-success').waitFor();
		await dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('Saved').waitFor();
		await dialog.getByText('More details').click();
		const text = await dialog.innerText();
		await dialog.getByLabel('Close this dialog').click();
		await dialog.waitFor({ state: 'hidden' });
		return text;
	}

	async backToCanvas() {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async openNode(name: string) {
		await this.node(name).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	private node(name: string) {
		return this.page.getByTestId('canvas-node').and(this.page.locator(`[data-node-name="${name}"]`));
	}
}
