import axios, { type AxiosResponse } from 'axios';

import type { Execution, N8nClient } from '../../../tools/n8n/client';
import { withCredential, withParameters, type SavedWorkflow } from '../../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import { connect, eventually, FailureWatch, quickCredential, withModel, type SharedN8n } from './n8n';
import { startModel, type ScriptedModel } from './servers';
import { EVERY_SECOND, readExample } from './workflows';

/** A decision, as the page's form sends it. */
type Decision = 'Send it' | 'Do not send it';

/** A web client without redirects, for people, mail scanners and forgers. */
const web = axios.create({ validateStatus: () => true, maxRedirects: 5 });

/** The example in which a person approves a model's draft, published in a real n8n. */
export class Approval {
	private constructor(
		private readonly client: N8nClient,
		private readonly sandbox: Sandbox,
		readonly workflow: SavedWorkflow,
	) {}

	/**
	 * Publishes the example, with a second between two tries of a note.
	 *
	 * @param waitSeconds time for a decision; default: the example's two days
	 */
	static async publish(
		client: N8nClient,
		sandbox: Sandbox,
		model: ScriptedModel,
		waitSeconds?: number,
	): Promise<Approval> {
		const helpdesk = await quickCredential(client, sandbox);
		const quickly = withParameters(await readExample('approve-reply'), 'A customer writes', {
			pollTimes: EVERY_SECOND,
		});
		const waiting =
			waitSeconds === undefined
				? quickly
				: withParameters(quickly, 'Wait for a decision', { resumeAmount: waitSeconds, resumeUnit: 'seconds' });
		const impatient = ['Two minutes later', 'Wait twice as long'].reduce(
			(example, node) => withParameters(example, node, { amount: 1, unit: 'seconds' }),
			waiting,
		);
		const chosen = await withModel(client, withCredential(impatient, helpdesk), model);
		const workflow = await client.createWorkflow(chosen);
		const polls = () => sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
		const before = polls();
		await client.activate(workflow);
		await eventually(() => polls() > before);
		return new Approval(client, sandbox, workflow);
	}

	/** Lets a customer start a conversation. */
	customerWrites(html = '<p>Where is my lamp?</p>'): StoredConversation {
		const contactId = this.sandbox.store.contactsOf('org_acme')[0]!.id;
		return createConversation(this.sandbox.store, { inboxId: 'inbox_support', contactId, subject: 'A lamp', html });
	}

	/** Returns the texts of accepted notes, in order. */
	notes({ record }: StoredConversation): string[] {
		return this.taken(record.id, 'note').map(({ body }) => String((body as { message: string }).message));
	}

	/** Returns the texts of accepted replies, in order. */
	replies({ record }: StoredConversation): string[] {
		return this.taken(record.id, 'reply').map(({ body }) => String((body as { message: string }).message));
	}

	/**
	 * Returns the link in the last of `notes` notes as soon as n8n waits for it. Before that, n8n does not answer it.
	 */
	async link(conversation: StoredConversation, notes = 1): Promise<string> {
		await this.hasNotes(conversation, notes);
		return await this.linkIn(this.notes(conversation)[notes - 1]!);
	}

	/** Returns the link in a note as soon as n8n waits for it. */
	async linkIn(note: string): Promise<string> {
		const link = /http\S+?(?=[\s<]|$)/.exec(note)![0];
		// Not watched: the trigger's polls may fail in an outage.
		await eventually(async () => (await open(link.replace('?', '/n8n-execution-status?'))).data === 'form-waiting');
		return link;
	}

	/** Waits for the note about the decision, and returns its text. */
	async outcome(conversation: StoredConversation, notes = 2): Promise<string> {
		await this.hasNotes(conversation, notes);
		return this.notes(conversation)[notes - 1]!;
	}

	private async hasNotes(conversation: StoredConversation, count: number): Promise<void> {
		await this.eventually(() => this.notes(conversation).length >= count);
	}

	/** Waits until a condition holds. Throws the error of an execution that fails meanwhile. */
	async eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
		await eventually(holds, await FailureWatch.over(this.client, this.workflow));
	}

	/** Returns the texts of a ticket's notes by this workflow, also those with a lost answer. */
	standing({ events }: StoredConversation): string[] {
		return events
			.map(({ message }) => message.text_body)
			.filter((text) => /^(To decide|Sent|NOT sent|Look here)\b/.test(text));
	}

	private taken(id: string, what: string) {
		return this.sandbox
			.requests()
			.filter(
				({ method, path, status }) =>
					method === 'POST' && path === `/conversation/${id}/${what}` && status === 200,
			);
	}
}

/** Opens a link, as a person or a scanner of mail does. */
export async function open(
	link: string,
	method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET',
	userAgent = 'Mozilla/5.0 Firefox/140.0',
): Promise<AxiosResponse<string>> {
	return await web.request({ url: link, method, headers: { 'User-Agent': userAgent }, responseType: 'text' });
}

/** Presses the button of the page, as its form does. */
export async function press(link: string, decision?: Decision): Promise<AxiosResponse> {
	const form = new FormData();
	if (decision) form.append('field-0', decision);
	return await web.post(link, form);
}

/** The published example with its own sandbox and model. */
export class ApprovalRig {
	private constructor(
		readonly n8n: SharedN8n,
		readonly sandbox: Sandbox,
		readonly model: ScriptedModel,
		readonly approval: Approval,
	) {}

	static async start(): Promise<ApprovalRig> {
		const n8n = await connect();
		const [sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		return new ApprovalRig(n8n, sandbox, model, await Approval.publish(n8n.client, sandbox, model));
	}

	async stop(): Promise<void> {
		await this.n8n.client.deactivate(this.approval.workflow);
		await this.n8n.client.deleteWorkflow(this.approval.workflow);
		await Promise.all([this.sandbox.close(), this.model.close()]);
	}

	path({ record }: StoredConversation, what: string): string {
		return `/conversation/${record.id}/${what}`;
	}

	/** Returns the number of requests. */
	asked(path: string, method: string): number {
		return this.sandbox.requests().filter((each) => each.path === path && each.method === method).length;
	}

	/** Returns the execution of a link after its end. */
	async ended(link: string): Promise<Execution> {
		return await this.n8n.client.finished(/form-waiting\/(\d+)/.exec(link)![1]!);
	}

	customerWrites(): StoredConversation {
		this.model.play('Hello from the team');
		return this.approval.customerWrites();
	}

	/** Presses "Send it", and asserts one reply, one note with the draft and one with the outcome. */
	async isApprovedBy(link: string, conversation: StoredConversation): Promise<void> {
		expect((await open(link)).data).toContain('Send this reply to the customer?');
		await press(link, 'Send it');
		expect((await this.ended(link)).status).toBe('success');
		expect(this.approval.replies(conversation)).toEqual(['Hello from the team']);
		expect(this.approval.standing(conversation)).toEqual([
			expect.stringMatching(/not sent\. Read it and decide/),
			expect.stringMatching(/^Sent: draft .*, as approved\.$/),
		]);
	}
}
