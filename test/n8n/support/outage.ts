import { startSandbox, type Sandbox } from '../../../sandbox';
import type { StoredConversation } from '../../../sandbox/records';
import type { Execution } from '../../../tools/n8n/execution';
import { Approval, open, press } from './approval';
import { startModel, type ScriptedModel } from './model';
import { connect, type SharedN8n } from './n8n';

/** The example in which a person approves, published, with a helpdesk that can be out of order. */
export class OutageRig {
	private constructor(
		readonly n8n: SharedN8n,
		readonly sandbox: Sandbox,
		readonly model: ScriptedModel,
		readonly approval: Approval,
	) {}

	static async start(): Promise<OutageRig> {
		const n8n = await connect();
		const [sandbox, model] = [await startSandbox({ conversations: 20, limitPerMinute: 0 }), await startModel()];
		return new OutageRig(n8n, sandbox, model, await Approval.publish(n8n.client, sandbox, model));
	}

	async stop(): Promise<void> {
		await this.n8n.client.deactivate(this.approval.workflow);
		await this.n8n.client.deleteWorkflow(this.approval.workflow);
		await Promise.all([this.sandbox.close(), this.model.close()]);
	}

	path({ record }: StoredConversation, what: string): string {
		return `/conversation/${record.id}/${what}`;
	}

	/** How many requests there were. */
	asked(path: string, method: string): number {
		return this.sandbox.requests().filter((each) => each.path === path && each.method === method).length;
	}

	/** The execution that waits behind a link, once it has ended. */
	async ended(link: string): Promise<Execution> {
		return await this.n8n.client.finished(/form-waiting\/(\d+)/.exec(link)![1]!);
	}

	customerWrites(): StoredConversation {
		this.model.play('Hello from the team');
		return this.approval.customerWrites();
	}

	/** Pressed and sent, with one note of the draft and one of what came of it. */
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
