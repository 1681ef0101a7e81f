import type { Locator, Page } from 'playwright-core';

import { OWNER } from '../../../tools/n8n/client';
import { LOADED_WITHIN_MS } from './browser';

/** More than the 200 ms that n8n waits after the last key, by the page's own timers, which are late when the machine is busy. */
const AFTER_TYPING_MS = 400;

/** n8n's editor, driven by what a person sees and clicks. */
export class Editor {
	/** What a node put out in its last run, or its error. */
	readonly output: Locator;

	constructor(
		private readonly page: Page,
		private readonly url: string,
	) {
		this.output = page.getByTestId('output-panel');
	}

	/** Signs in and begins a new workflow. */
	async signInToNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/signin?redirect=${encodeURIComponent('/workflow/new')}`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[name=password]').fill(OWNER.password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.getByTestId('canvas-add-button').waitFor({ timeout: LOADED_WITHIN_MS });
	}

	/** Opens the palette and looks for a node. */
	async searchPalette(text: string): Promise<void> {
		await this.page.keyboard.press('n');
		await this.page.getByTestId('node-creator-search-bar').fill(text);
	}

	/** Clicks an entry of the palette. */
	async clickInPalette(name: string): Promise<void> {
		await this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).click();
	}

	/** Shows what a node can do, which the palette hides as long as the workflow has no trigger. */
	async expandActions(): Promise<void> {
		await this.page.getByTestId('node-creator-category-item').getByText('Actions').click();
	}

	/** Chooses one of the options of a parameter of the open node by mouse; several where it takes several. */
	async choose(parameter: string, ...wanted: string[]): Promise<void> {
		const options = this.page.getByRole('option').filter({ visible: true });
		await this.page.getByTestId(`parameter-input-${parameter}`).click();
		for (const option of wanted) await options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
		await this.closeList();
	}

	/** Switches a parameter to Expression and types plain text into it; resolves when n8n has taken it over. */
	async typeAsExpression(parameter: string, text: string): Promise<void> {
		await this.switchTo(parameter, 'expression');
		await this.page.getByTestId(`parameter-input-${parameter}`).locator('.cm-content').fill(text);
		await this.page.getByTestId('inline-expression-editor-output').getByText(text).waitFor();
		await this.page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${AFTER_TYPING_MS}))`);
	}

	/** Switches a parameter back to Fixed and closes the list that n8n opens then. */
	async backToFixed(parameter: string): Promise<void> {
		await this.switchTo(parameter, 'fixed');
		await this.page.getByRole('option').filter({ visible: true }).first().waitFor();
		await this.closeList();
	}

	/** Clicks beside a list, which stays open where several can be chosen. */
	private async closeList(): Promise<void> {
		await this.page.getByTestId('tab-params').click();
		await this.page.getByRole('option').filter({ visible: true }).first().waitFor({ state: 'hidden' });
	}

	/** The switch above a parameter, which shows under the mouse. */
	private async switchTo(parameter: string, mode: 'expression' | 'fixed'): Promise<void> {
		const field = this.page.getByTestId('parameter-item').filter({ has: this.page.getByTestId(`parameter-input-${parameter}`) });
		await field.hover();
		await field.getByTestId(`radio-button-${mode}`).click();
	}

	async chooseCredential(name: string): Promise<void> {
		await this.page.getByTestId('node-credentials-select').click();
		await this.page.getByRole('option').filter({ visible: true, hasText: name }).click();
	}

	/** Opens the list of a parameter that has one. */
	async openList(parameter: string): Promise<Locator> {
		await this.page.getByTestId(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		return this.page.getByTestId('rlc-item').filter({ visible: true });
	}

	/** What is chosen in a parameter that has a list. */
	async chosen(parameter: string): Promise<string> {
		return await this.page.getByTestId(`resource-locator-${parameter}`).locator('input').last().inputValue();
	}

	/** Runs the open node and waits until the output says that it ended so. */
	async executeStep(end: 'success' | 'danger'): Promise<void> {
		const button = this.page.getByTestId('node-execute-button');
		await button.click();
		await this.output.getByTestId(`node-run-status-${end}`).waitFor();
		await button.locator('.n8n-spinner').waitFor({ state: 'detached' });
	}

	/** Shows the output of the open node as a list of fields and values. */
	async showAsSchema(): Promise<void> {
		await this.output.getByText('Schema', { exact: true }).click();
		await this.output.getByTestId('run-data-schema-item').first().waitFor();
	}

	/** Enters another value into the credential of the open node, which n8n then refuses; resolves with what the dialog said. */
	async changeCredential(field: string, value: string): Promise<string> {
		await this.page.getByTestId('credential-edit-button').click();
		const dialog = this.page.getByTestId('editCredential-modal');
		// n8n tests a credential when it is opened, and mixes up two tests at the same time: "Node not found".
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

	async backToCanvas(): Promise<void> {
		await this.page.getByTestId('ndv-close-button').click();
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Resolves when a node on the canvas shows the picture in this file; rejects for a broken one. */
	async hasIcon(name: string, file: string): Promise<void> {
		const icon = this.node(name).locator(`img[src$="${file}"]`);
		await icon.evaluate(async (image) => await (image as unknown as { decode(): Promise<void> }).decode());
	}

	private node(name: string): Locator {
		return this.page.getByTestId('canvas-node').and(this.page.locator(`[data-node-name="${name}"]`));
	}
}
