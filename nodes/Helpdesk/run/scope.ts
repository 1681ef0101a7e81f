import { DateTime } from 'luxon';
import { ICredentialDataDecryptedObject, IDataObject, IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { Answer, readCredential, Credential, HttpContext } from '../../../transport';
import { Ledger } from './ledger';
import { sharedCredential } from './sharedCredential';
import { Untyped } from './untyped';

const SHOW_EVERY_MS = 5_000;

interface Memory {
	run: symbol;
	/** Attempts by node and run index, because the tools of an AI agent share one run. */
	tries: Map<string, RunScope>;
	ledgers: Map<string, Ledger>;
	/** Answers to merges, by the merged conversations. */
	merges: Map<string, Promise<Answer>>;
}

/** By an object that all attempts share: a run's execute data, or a tool call's arguments. */
const memories = new WeakMap<object, Memory>();

function memoryOf(object: object): Memory {
	const memory = memories.get(object) ?? { run: Symbol(), tries: new Map(), ledgers: new Map(), merges: new Map() };
	memories.set(object, memory);
	return memory;
}

/** One attempt of a run of a node. n8n starts all its items at once. */
export class RunScope {
	readonly run: symbol;
	private readonly controller = new AbortController();
	/** Drops queued requests if a failure stops the run, or the run is cancelled. */
	readonly signal = this.controller.signal;
	readonly stop = () => this.controller.abort();
	private readonly startedItems = new Set<number>();
	private shownAt?: number;
	private active = 0;
	private sharedOnce?: Promise<ICredentialDataDecryptedObject | undefined>;
	private checkedOnce?: Credential;
	private nodeOnce?: INode;
	origin?: string;
	private constructor(
		private readonly memory: Memory,
		private readonly key: string,
	) {
		this.run = memory.run;
	}

	get merges() {
		return this.memory.merges;
	}

	/** Returns the scope of this attempt. If the saved scope has started this item, a new attempt begins. */
	static join(context: IExecutePaginationFunctions): RunScope {
		const key = `${context.getNode().id}|${(context as Untyped).runIndex}`;
		const memory = memoryOf(context.getExecuteData());
		let scope = memory.tries.get(key);
		if (!scope || scope.startedItems.has(context.getItemIndex()))
			memory.tries.set(key, (scope = new RunScope(memory, key)));
		if (scope.active === 0) context.getExecutionCancelSignal()?.addEventListener('abort', scope.stop);
		scope.startedItems.add(context.getItemIndex());
		scope.active += 1;
		return scope;
	}

	/** Returns the item's ledger for all attempts; without Retry On Fail, a new one. */
	ledgerOf(context: IExecutePaginationFunctions): Ledger {
		if (!this.node(context).retryOnFail) return new Ledger();
		const call = (context as Untyped).inputData?.ai_tool?.[0]?.[0]?.json;
		const { ledgers } = call ? memoryOf(call) : this.memory;
		const key = `${call ? '' : this.key} ${context.getItemIndex()}`;
		const ledger = ledgers.get(key) ?? new Ledger(() => ledgers.delete(key));
		ledgers.set(key, ledger);
		return ledger;
	}

	/** Returns the credential, and a context that holds it. Otherwise n8n decrypts it for each request. */
	async withCredential(
		context: IExecutePaginationFunctions,
	): Promise<{ credential: Credential; context: HttpContext }> {
		this.sharedOnce ??= sharedCredential(context, this.node(context));
		const shared = await this.sharedOnce;
		const decrypted = shared ?? (await context.getCredentials<ICredentialDataDecryptedObject>('helpdeskApi'));
		const getCredentials = async () => ({ ...decrypted });
		const read = () => readCredential(decrypted, this.node(context).credentials?.helpdeskApi?.name);
		const credential = shared ? (this.checkedOnce ??= read()) : read();
		this.origin = credential.origin;
		return { credential, context: Object.create(context, { getCredentials: { value: getCredentials } }) };
	}

	/** Calls n8n's getNode only once, because it copies all parameters. */
	node(context: IExecutePaginationFunctions) {
		this.nodeOnce ??= context.getNode();
		return this.nodeOnce;
	}

	/** Stops if not all items have started. n8n starts them at once, so a missing one means a failed expression. */
	stopIfGivenUp(context: IExecutePaginationFunctions) {
		if (
			this.startedItems.size >= itemCount(context) ||
			context.continueOnFail() ||
			hasBatchPause(this.node(context))
		)
			return;
		this.stop();
	}

	/** @param waitsUntil in ms; undefined if the rate limit allows a request */
	leave(context: IExecutePaginationFunctions, now: number, waitsUntil?: number) {
		this.active -= 1;
		if (!this.signal.aborted) this.showProgress(context, now, waitsUntil);
		if (this.active > 0) return;
		context.getExecutionCancelSignal()?.removeEventListener('abort', this.stop);
		// A stopped attempt is kept, so that later batches are not sent either.
		if (!this.signal.aborted && this.memory.tries.get(this.key) === this) this.memory.tries.delete(this.key);
	}

	private showProgress(context: IExecutePaginationFunctions, now: number, waitsUntil?: number) {
		this.shownAt ??= now;
		if (now - this.shownAt < SHOW_EVERY_MS) return;
		this.shownAt = now;
		const [done, total] = [this.startedItems.size - this.active, itemCount(context)];
		let text = `${done} of ${total} items done`;
		if (waitsUntil !== undefined && done < total) {
			const until = DateTime.fromMillis(waitsUntil, { zone: context.getTimezone() });
			text += `, waiting for the rate limit until ${until.toFormat('HH:mm:ss')}`;
		}
		const { sendMessageToUI, logger } = context as Untyped;
		sendMessageToUI?.call(context, text);
		logger?.info(`Helpdesk: ${text}`, { executionId: context.getExecutionId(), node: context.getNode().name });
	}
}

export function itemCount(context: IExecutePaginationFunctions) {
	const { main, ai_tool } = (context as Untyped).inputData ?? {};
	return (main ?? ai_tool)?.[0]?.length ?? 0;
}

function hasBatchPause({ parameters }: INode) {
	const { batching } = (parameters.requestOptions ?? {}) as { batching?: { batch?: IDataObject } };
	return batching !== undefined && batching.batch?.batchInterval !== 0;
}
