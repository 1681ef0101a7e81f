import axios, { type AxiosResponse } from 'axios';

import type { N8nClient } from '../../../tools/n8n/client';
import { withCredential, withParameters, type SavedWorkflow } from '../../../tools/n8n/workflow';
import type { Sandbox } from '../../../sandbox';
import { createConversation } from '../../../sandbox/newConversation';
import type { StoredConversation } from '../../../sandbox/records';
import { eventually, FailureWatch, quickCredential, withModel } from './n8n';
import type { ScriptedModel } from './servers';
import { EVERY_SECOND, readExample } from './workflows';

export interface Form {
	decision?: string;
	text?: string;
	reason?: string;
}

/** A web client for people, mail scanners and forgers. */
const web = axios.create({ validateStatus: () => true, responseType: 'text' });

/** Opens a link as a person or a mail scanner does. */
export async function open(
	link: string,
	method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET',
	userAgent = 'Mozilla/5.0 Firefox/140.0',
) {
	return await web.request({ url: link, method, headers: { 'User-Agent': userAgent } });
}

/** Presses a button of the page, as its form does. */
export async function press(link: string, form: Form) {
	return await web.post(link, new URLSearchParams({ ...form }));
}

export class Tickets {
	constructor(readonly sandbox: Sandbox) {}

	customerWrites(html = '<p>Where is my lamp?</p>', subject = 'A lamp') {
		const contactId = this.sandbox.store.contactsOf('org_acme')[0]!.id;
		return createConversation(this.sandbox.store, { inboxId: 'inbox_support', contactId, subject, html });
	}

	notes = ({ events }: StoredConversation) =>
		events.filter(({ action }) => action === 'note').map(({ message }) => message.html_body);

	replies = ({ events }: StoredConversation) =>
		events
			.filter(({ action, actor_type }) => action === 'replied' && actor_type === 'user')
			.map(({ message }) => message.html_body);

	links(conversation: StoredConversation) {
		return this.notes(conversation).flatMap((note) => /http\S+/.exec(note)?.[0] ?? []);
	}

	/** Returns the link of question `number` as soon as n8n waits for the decision. */
	async link(conversation: StoredConversation, number = 1, watch?: FailureWatch) {
		const last = () => this.links(conversation)[number - 1];
		await eventually(async () => last() !== undefined && isOpen(await open(last()!)), watch);
		return last()!;
	}
}

export const isOpen = ({ status, data }: AxiosResponse<string>) => status === 200 && data.includes('Approve this?');

/** An example in which a person approves a model's draft, published in a real n8n. */
export class Approval extends Tickets {
	private constructor(
		private readonly client: N8nClient,
		sandbox: Sandbox,
		readonly workflow: SavedWorkflow,
	) {
		super(sandbox);
	}

	static async publish(client: N8nClient, sandbox: Sandbox, model: ScriptedModel, example = 'approve-reply') {
		const input = withCredential(await readExample(example), await quickCredential(client, sandbox));
		const quick = withParameters(input, 'A customer writes', { pollTimes: EVERY_SECOND });
		const workflow = await client.createWorkflow(await withModel(client, quick, model));
		const polls = () => sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
		const before = polls();
		await client.activate(workflow);
		await eventually(() => polls() > before);
		return new Approval(client, sandbox, workflow);
	}

	async outcome(conversation: StoredConversation, number = 2) {
		const watch = await FailureWatch.over(this.client, this.workflow);
		await eventually(() => this.notes(conversation).length >= number, watch);
		return this.notes(conversation)[number - 1]!;
	}

	async remove() {
		await this.client.deactivate(this.workflow);
		await this.client.deleteWorkflow(this.workflow);
	}
}
