import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import axios, { type AxiosInstance } from 'axios';
import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';

import type { CredentialInput, SavedCredential, SavedWorkflow, WorkflowInput } from './workflow';

export interface Execution {
	id: string;
	status: ExecutionStatus;
	mode: string;
	data: IRunExecutionData;
	/** The error of the whole run, in n8n's words. */
	error?: string;
}

/**
 * Returns the items that a node output, over all its runs.
 *
 * @param output 0 is the first output; an If node's 1 is "false"
 */
export function itemsOf({ data }: Execution, node: string, output = 0): INodeExecutionData[] {
	const runs = data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}

/** The owner of every n8n that is started here. It listens on the loopback address only. */
export const OWNER = { email: 'demo@example.com', password: 'Helpdesk-demo-1', firstName: 'Demo', lastName: 'Owner' };

/**
 * Errors of n8n on a busy machine, whose database is slow or whose node types still load. n8n has done nothing then.
 */
const BUSY = /Database is not ready!|Error validating node parameters/;

/**
 * How long to wait for anything, in ms. It only guards against a hang: on a busy machine n8n takes minutes to publish a
 * workflow.
 */
export const GIVE_UP_MS = 1_500_000;

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'waiting'];
const FAILED: ExecutionStatus[] = ['error', 'crashed'];

/** n8n's REST interface as its editor uses it. Every method throws an {Error} with n8n's message if n8n refuses. */
export class N8nClient {
	private readonly http: AxiosInstance;

	/** @param url of the editor */
	constructor(private readonly url: string) {
		// n8n binds a session to the browser that opened it, and may close an idle connection before the next request.
		const headers = { 'browser-id': randomUUID() };
		this.http = axios.create({ baseURL: `${url}/rest`, headers, httpAgent: new Agent({ keepAlive: false }) });
		this.http.interceptors.response.use(undefined, async (error) => {
			const { method = '', url = '' } = error.config ?? {};
			const answer = error.response?.data?.message ?? error.message;
			if (BUSY.test(String(answer)) && Date.now() < (error.config.busyUntil ??= Date.now() + GIVE_UP_MS)) {
				await sleep(500);
				return await this.http.request(error.config);
			}
			throw new Error(`${method.toUpperCase()} ${url}: ${answer}`, { cause: error });
		});
	}

	/** Returns whether the database is migrated and the REST interface answers. */
	async isReady(): Promise<boolean> {
		try {
			await axios.get(`${this.url}/healthz/readiness`, { timeout: 2_000 });
			return typeof (await axios.get(`${this.url}/rest/settings`, { timeout: 2_000 })).data === 'object';
		} catch {
			return false;
		}
	}

	/** Sets up the owner of a new n8n, or signs in. */
	async signIn(): Promise<void> {
		const settings = await this.get<{ userManagement: { showSetupOnFirstLoad: boolean } }>('/settings');
		const { email, password } = OWNER;
		const response = settings.userManagement.showSetupOnFirstLoad
			? await this.http.post('/owner/setup', OWNER)
			: await this.http.post('/login', { emailOrLdapLoginId: email, password });
		const cookies = response.headers['set-cookie'] ?? [];
		this.http.defaults.headers.common.Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
	}

	async createCredential(credential: CredentialInput): Promise<SavedCredential> {
		return await this.post('/credentials', credential);
	}

	/** Returns the fields of a saved credential as its dialog shows them. */
	async credentialData({ id }: SavedCredential): Promise<ICredentialDataDecryptedObject> {
		return (await this.get<CredentialInput>(`/credentials/${id}?includeData=true`)).data;
	}

	/** Saves a credential, because n8n 2.0 tests only saved ones, and returns the answer of its Test button. */
	async testCredential(credential: CredentialInput): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const { id } = await this.createCredential(credential);
		return await this.post('/credentials/test', { credentials: { ...credential, id } });
	}

	/** Returns n8n's report on its version 3: each rule that changes, and the number of affected workflows. */
	async changesInVersion3(): Promise<Array<{ ruleId: string; nbAffectedWorkflows: number }>> {
		const { report } = await this.post<{ report: { workflowResults: [] } }>(
			'/breaking-changes/report/refresh?version=v3',
			{},
		);
		return report.workflowResults;
	}

	async createWorkflow(workflow: WorkflowInput): Promise<SavedWorkflow> {
		// n8n 2.0 requires `active`.
		return await this.post('/workflows', { ...workflow, active: false });
	}

	async savedWorkflow({ id }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.get(`/workflows/${id}`);
	}

	/** Throws with a trigger's reason if the trigger refuses to start. */
	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.post(`/workflows/${id}/activate`, { versionId });
		const refusal = (await this.published(id)).find(({ errorMessage }) => errorMessage);
		if (refusal) throw new Error(refusal.errorMessage);
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.post(`/workflows/${id}/deactivate`, {});
		await this.published(id);
	}

	async deleteWorkflow({ id }: SavedWorkflow): Promise<void> {
		await this.post(`/workflows/${id}/archive`, {});
		await this.http.delete(`/workflows/${id}`);
	}

	/** Starts a workflow by hand from the trigger node of this name. Returns the ID of the execution. */
	async start(workflow: SavedWorkflow, trigger: string): Promise<string> {
		// n8n 2.0 runs the sent workflow, later versions the saved one.
		const request = { workflowData: workflow, triggerToStartFrom: { name: trigger } };
		const { executionId } = await this.post<{ executionId: string }>(`/workflows/${workflow.id}/run`, request);
		return executionId;
	}

	/** Starts an active workflow by a call to its Webhook node: one call is one execution. */
	async callWebhook(path: string): Promise<void> {
		await this.http.post(`/webhook/${path}`, {}, { baseURL: this.url });
	}

	/** Starts a workflow by hand and waits for its end. */
	async run(workflow: SavedWorkflow, trigger: string): Promise<Execution> {
		return await this.finished(await this.start(workflow, trigger));
	}

	async finished(id: string): Promise<Execution> {
		for (const deadline = Date.now() + GIVE_UP_MS; ; await sleep(100)) {
			const { status, mode = '', data = '' } = await this.execution(id);
			if (!UNFINISHED.includes(status)) {
				const { parse } = await import('flatted');
				const run = parse(data) as IRunExecutionData;
				return { id, status, mode, data: run, error: run.resultData.error?.message };
			}
			if (Date.now() > deadline) throw new Error(`execution ${id} is ${status}`);
		}
	}

	/** The IDs of a workflow's executions, newest first. */
	async executionIds(workflow: SavedWorkflow): Promise<string[]> {
		return (await this.executions(workflow)).map(({ id }) => id);
	}

	/** Returns whether a workflow runs. Unlike `finished`, it does not make n8n read the data of an execution. */
	async isRunning(workflow: SavedWorkflow): Promise<boolean> {
		return (await this.executions(workflow)).some(({ status }) => UNFINISHED.includes(status));
	}

	async failedIds(workflow: SavedWorkflow): Promise<string[]> {
		const failed = (await this.executions(workflow)).filter(({ status }) => FAILED.includes(status));
		return failed.map(({ id }) => id);
	}

	async stopExecution(executionId: string): Promise<void> {
		await this.post(`/executions/${executionId}/stop`, {});
	}

	/** The descriptions of all node types, community packages included. */
	async nodeTypes(): Promise<Array<{ name: string; displayName: string }>> {
		return (await this.http.get('/types/nodes.json', { baseURL: this.url })).data;
	}

	/** Waits until triggers are started or stopped: n8n 2.41 answers before that, 2.0 after it. */
	private async published(id: string): Promise<Array<{ errorMessage?: string }>> {
		for (const deadline = Date.now() + GIVE_UP_MS; ;) {
			const { status, data } = await this.http.get(`/workflows/${id}/publication-status`, {
				validateStatus: (status) => status === 200 || status === 404,
			});
			if (status === 404) return [];
			if (data.data.status !== 'in_progress') return data.data.triggers;
			if (Date.now() > deadline) throw new Error(`workflow ${id} is still being published`);
			await sleep(50);
		}
	}

	/** Returns an execution. Its data is text in `flatted` format. */
	async execution(id: string): Promise<{ status: ExecutionStatus; mode?: string; data?: string }> {
		return await this.get(`/executions/${id}`);
	}

	private async executions({ id }: SavedWorkflow): Promise<Array<Pick<Execution, 'id' | 'status'>>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		return (
			await this.get<{ results: Array<Pick<Execution, 'id' | 'status'>> }>(
				`/executions?limit=100&filter=${filter}`,
			)
		).results;
	}

	private async get<T>(path: string): Promise<T> {
		return (await this.http.get<{ data: T }>(path)).data.data;
	}

	private async post<T>(path: string, body: unknown): Promise<T> {
		return (await this.http.post<{ data: T }>(path, body)).data.data;
	}
}
