import type { Locator, Page } from 'playwright-core';

import { OWNER } from '../../../n8n/client';

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

	async signIn(): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(OWNER.email);
		await this.page.locator('input[name=password]').fill(OWNER.password);
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens the palette and looks for a node; resolves with the entries found. */
	async searchPalette(text: string): Promise<Locator> {
		await this.page.keyboard.press('n');
		await this.page.getByTestId('node-creator-search-bar').fill(text);
		return this.page.getByTestId('node-creator-item-name');
	}

	/** Clicks an entry of the palette. */
	async clickInPalette(name: string): Promise<void> {
		await this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true }).click();
	}

	/** Chooses one of the options of a parameter of the open node by mouse. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.page.getByTestId(`parameter-input-${parameter}`).click();
		const options = this.page.getByTestId('parameter-input-item').filter({ visible: true });
		await options.filter({ has: this.page.getByText(option, { exact: true }) }).click();
	}

	/** Switches a parameter to Expression and types plain text into it; resolves when n8n shows it as the result. */
	async typeAsExpression(parameter: string, text: string): Promise<void> {
		await this.switchTo(parameter, 'expression');
		await this.page.getByTestId(`parameter-input-${parameter}`).locator('.cm-content').fill(text);
		await this.page.getByTestId('inline-expression-editor-output').getByText(text).waitFor();
	}

	/** Switches a parameter back to Fixed and closes the list that n8n opens then. */
	async backToFixed(parameter: string): Promise<void> {
		await this.switchTo(parameter, 'fixed');
		await this.page.getByTestId('parameter-input-item').filter({ visible: true }).first().waitFor();
		await this.page.getByTestId('node-parameters').getByText('Operation', { exact: true }).click();
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
		await button.getByText('Execute step').waitFor();
	}

	/** Enters another value into the credential of the open node and saves it; resolves with the dialog's text. */
	async changeCredential(field: string, value: string): Promise<string> {
		await this.page.getByTestId('credential-edit-button').click();
		const dialog = this.page.getByTestId('editCredential-modal');
		await dialog.getByTestId(`parameter-input-${field}`).locator('input').fill(value);
		await dialog.getByTestId('credential-save-button').click();
		await dialog.getByText('Saved').waitFor();
		return await dialog.innerText();
	}

	/** Closes whatever is open above the canvas. */
	async backToCanvas(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** The picture of a node on the canvas. */
	icon(name: string): Locator {
		return this.node(name).locator('img');
	}

	private node(name: string): Locator {
		return this.page.getByTestId('canvas-node').and(this.page.locator(`[data-node-name="${name}"]`));
	}
}
