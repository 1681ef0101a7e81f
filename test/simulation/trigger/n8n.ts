import type { IDataObject, IHttpRequestOptions, IN8nHttpFullResponse, INodeExecutionData, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { createPoll, type PollFunction } from '../../../nodes/HelpdeskTrigger/poll';
import { createTransport } from '../../../transport/transport';
import type { Clock } from '../../../transport/clock';
import type { Parameters } from './parameters';

/** Answers a request of the node, of a poll or of a test run in the editor. */
export type Network = (options: IHttpRequestOptions, isTestRun: boolean) => Promise<IN8nHttpFullResponse>;

/**
 * How a call of the poll function ended: `said` is an error told beside what it emits; `dropped` where the workflow was changed
 * meanwhile, so that n8n drops its items.
 */
export type Ended = { items: IDataObject[] | null; said?: Error } | { error: Error } | { dropped: true };

/** One life of the workflow as active: from its activation on until it is deactivated or n8n stops. */
interface Activation {
	context: IPollFunctions;
	staticData: IDataObject;
	hasChanged: () => boolean;
	/** Errors that are told beside what is emitted. */
	said: Error[];
}

/**
 * n8n as a polling trigger meets it. Static data live in memory and are saved at a successful activation and when a
 * poll emits, if a key of theirs was assigned anew; a throw is a failed execution and saves nothing; a restart goes on
 * from what was saved, with the activation mode "init".
 */
export class N8n {
	warnings = 0;
	/** The largest state that was saved, in bytes. */
	bytes = 0;
	private saved = '{}';
	private process: { poll: PollFunction; isDead: boolean };
	private activation?: Activation;
	private life = 0;

	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
		private readonly network: Network,
	) {
		this.process = this.newProcess();
	}

	get isActive(): boolean {
		return this.activation !== undefined;
	}

	/** The state as n8n has it in memory, or had saved it. */
	get state(): string {
		return JSON.stringify(this.activation?.staticData ?? JSON.parse(this.saved));
	}

	/** Activates the workflow, as the user or n8n itself. */
	async activate(parameters: Parameters, mode: WorkflowActivateMode): Promise<Ended> {
		const activation = this.newActivation(parameters, mode);
		this.activation = undefined;
		const { process, life } = this;
		const ended = await this.call(process, activation);
		if (life !== this.life) return { dropped: true };
		if ('error' in ended) return ended;
		this.activation = activation;
		this.save(activation);
		return ended;
	}

	/** A poll time. */
	async poll(): Promise<Ended> {
		const { activation, process, life } = this;
		if (!activation) throw new Error('The workflow is not active');
		const ended = await this.call(process, activation);
		if (life !== this.life) return { dropped: true };
		if ('items' in ended && ended.items) this.save(activation);
		return ended;
	}

	/** A test run in the editor keeps nothing. */
	async manualRun(parameters: Parameters): Promise<Ended> {
		const activation = this.newActivation(parameters, 'manual' as WorkflowActivateMode, 'manual');
		const { process } = this;
		const ended = await this.call(process, activation);
		return process.isDead ? { dropped: true } : ended;
	}

	/** What is under way comes to nothing. */
	deactivate(): void {
		this.activation = undefined;
		this.life += 1;
	}

	/** Ends the process in the middle of whatever it does. */
	kill(): void {
		this.process.isDead = true;
		this.deactivate();
		this.process = this.newProcess();
	}

	private newProcess() {
		return { poll: createPoll(createTransport(this.clock, this.random)), isDead: false };
	}

	private async call(process: N8n['process'], { context, said }: Activation): Promise<Ended> {
		try {
			const output = (await process.poll.call(context)) as INodeExecutionData[][] | null;
			return { items: output && output.flat().map(({ json }) => json), said: said.pop() };
		} catch (error) {
			return { error: error as Error };
		}
	}

	private save({ staticData, hasChanged }: Activation): void {
		if (!hasChanged()) return;
		this.saved = JSON.stringify(staticData);
		this.bytes = Math.max(this.bytes, Buffer.byteLength(this.saved));
	}

	private newActivation(parameters: Parameters, mode: WorkflowActivateMode, run: 'trigger' | 'manual' = 'trigger'): Activation {
		let changed = false;
		const said: Error[] = [];
		const staticData = new Proxy(JSON.parse(this.saved) as IDataObject, {
			set: (target, key, value) => (changed = Reflect.set(target, key, value)),
			deleteProperty: (target, key) => (changed = Reflect.deleteProperty(target, key)),
		});
		const { process } = this;
		const values: IDataObject = { filterMode: 'none', ...parameters } as unknown as IDataObject;
		const context = {
			getMode: () => run,
			getActivationMode: () => mode,
			getNode: () => ({
				id: 'n',
				name: 'Helpdesk Trigger',
				type: 'n8n-nodes-helpdesk.helpdeskTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			}),
			getWorkflow: () => ({ id: 'w', name: 'w', active: true }),
			getWorkflowStaticData: () => staticData,
			getNodeParameter: (name: string, fallback: unknown) => values[name] ?? fallback,
			getCredentials: async () =>
				await Promise.resolve({ accessToken: 'token', baseUrl: 'https://helpdesk.example/v1', requestsPerMinute: 300 }),
			getTimezone: () => 'UTC',
			__emitError: (error: Error) => said.push(error),
			logger: { warn: () => (this.warnings += 1), info: () => {}, debug: () => {}, error: () => {} },
			helpers: {
				httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
					// Whoever asked is gone, and asks no more when a real deadline runs out; who looks at a test run sees it end.
					const isGone = () => process.isDead && run === 'trigger';
					if (isGone()) return await new Promise(() => {});
					const answer = await this.network(options, run === 'manual').then(
						(value) => ({ value }),
						(error: Error) => ({ error }),
					);
					if (isGone()) return await new Promise(() => {});
					if ('error' in answer) throw answer.error;
					return answer.value;
				},
			},
		} as unknown as IPollFunctions;
		return { context, staticData, hasChanged: () => changed, said };
	}
}
