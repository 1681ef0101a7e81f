import type {
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { createPoll, type PollFunction } from '../../../nodes/HelpdeskTrigger/poll';
import type { Clock } from '../../../transport/clock';
import { createTransport } from '../../../transport/transport';

/** Answers a request of a poll, or of a test run in the editor. */
export type Network = (options: IHttpRequestOptions, isTestRun: boolean) => Promise<IN8nHttpFullResponse>;

/**
 * The end of a call of the poll function. `reported`: an error in addition to items. `dropped`: n8n drops the items,
 * because the workflow was changed.
 */
export type Ended = { items: IDataObject[] | null; reported?: Error } | { error: Error } | { dropped: true };

/** One activation of the workflow, until it is deactivated or n8n stops. */
interface Activation {
	context: IPollFunctions;
	staticData: IDataObject;
	hasChanged: () => boolean;
	reported: Error[];
}

/**
 * n8n for a polling trigger. Static data is saved after a successful activation and when a poll emits, if one of its
 * keys was assigned. A thrown error is a failed execution and saves nothing. A restart continues from the saved data,
 * with the activation mode "init".
 */
export class N8n {
	bytes = 0;
	private saved = '{}';
	private process: { poll: PollFunction; isDead: boolean };
	private activation?: Activation;
	private activations = 0;

	constructor(
		private readonly clock: Clock,
		private readonly random: () => number,
		private readonly network: Network,
	) {
		this.process = this.newProcess();
	}

	get isActive() {
		return this.activation !== undefined;
	}

	/** The state in memory, or the saved one. */
	get state() {
		return this.activation ? JSON.stringify(this.activation.staticData) : this.saved;
	}

	async activate(parameters: IDataObject, mode: WorkflowActivateMode): Promise<Ended> {
		const activation = this.newActivation(parameters, mode);
		this.activation = undefined;
		const ended = await this.call(activation);
		if ('dropped' in ended || 'error' in ended) return ended;
		this.activation = activation;
		this.save(activation);
		return ended;
	}

	async poll(): Promise<Ended> {
		const activation = this.activation!;
		const ended = await this.call(activation);
		if ('items' in ended && ended.items) this.save(activation);
		return ended;
	}

	/** Runs the trigger in the editor, which saves nothing. */
	async testRun(parameters: IDataObject): Promise<Ended> {
		return await this.call(this.newActivation(parameters, 'manual', true));
	}

	/** Also drops the running polls. */
	deactivate() {
		this.activation = undefined;
		this.activations += 1;
	}

	kill() {
		this.process.isDead = true;
		this.deactivate();
		this.process = this.newProcess();
	}

	private newProcess() {
		return { poll: createPoll(createTransport(this.clock, this.random)), isDead: false };
	}

	private async call({ context, reported }: Activation): Promise<Ended> {
		const { process, activations } = this;
		const isManual = context.getMode() === 'manual';
		const ended: Ended = await process.poll.call(context).then(
			(output) => ({ items: output && output.flat().map(({ json }) => json), reported: reported.pop() }),
			(error: Error) => ({ error }),
		);
		return (isManual ? process.isDead : activations !== this.activations) ? { dropped: true } : ended;
	}

	private save({ staticData, hasChanged }: Activation) {
		if (!hasChanged()) return;
		this.saved = JSON.stringify(staticData);
		this.bytes = Math.max(this.bytes, Buffer.byteLength(this.saved));
	}

	private newActivation(parameters: IDataObject, mode: WorkflowActivateMode, isTestRun = false): Activation {
		let changed = false;
		const reported: Error[] = [];
		const staticData = new Proxy(JSON.parse(this.saved) as IDataObject, {
			set: (target, key, value) => (changed = Reflect.set(target, key, value)),
		});
		const { process } = this;
		const values: IDataObject = { filterMode: 'none', ...parameters };
		/** A killed process gets no answer, but a test run still ends for its user. */
		const whileAlive = async <T>(work: () => Promise<T>) =>
			process.isDead && !isTestRun ? await new Promise<T>(() => {}) : await work();
		const request = async (_type: string, options: IHttpRequestOptions) =>
			await whileAlive(async () => {
				const [answer] = await Promise.allSettled([this.network(options, isTestRun)]);
				return await whileAlive(async () =>
					answer.status === 'fulfilled' ? answer.value : await Promise.reject(answer.reason as Error),
				);
			});
		const node = {
			id: 'n',
			name: 'Trigger',
			type: 'n8n-nodes-helpdesk.helpdeskTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const credential = { accessToken: 'token', baseUrl: 'https://helpdesk.example/v1', requestsPerMinute: 300 };
		const context = {
			getMode: () => (isTestRun ? 'manual' : 'trigger'),
			getActivationMode: () => mode,
			getNode: () => node,
			getWorkflow: () => ({ id: 'w' }),
			getWorkflowStaticData: () => staticData,
			getNodeParameter: (name: string, fallback: unknown) => values[name] ?? fallback,
			getCredentials: async () => await Promise.resolve(credential),
			getTimezone: () => 'UTC',
			__emitError: (error: Error) => reported.push(error),
			logger: { warn: () => {} },
			helpers: { httpRequestWithAuthentication: request },
		} as unknown as IPollFunctions;
		return { context, staticData, hasChanged: () => changed, reported };
	}
}
