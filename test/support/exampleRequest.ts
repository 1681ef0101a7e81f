import type { OperationId } from '../../contract/endpoints';
import { loadContract, type ContractOperation } from '../../contract/load';
import type { Sandbox } from '../../sandbox';
import { inHours, saveDraft, scheduleReply, thread, threads } from './sandboxRecords';

type Values = Record<string, unknown>;

/** Values with which a request succeeds in a freshly reset sandbox, by API name. */
interface ExampleRequest {
	path: Values;
	query: Values;
	body: Values;
}

interface Parameter {
	name: string;
	in: string;
	example?: unknown;
}

interface Content {
	schema: { properties?: object; 'x-default-names'?: Record<string, string> };
	example?: Values;
}

const contract = loadContract();

/** Examples and parameter names by operation of the contract. */
const shown = new Map(
	Object.values(contract.paths ?? {}).flatMap((item) =>
		Object.values<unknown>(item ?? {})
			.filter(isOperation)
			.map((operation) => [operation.operationId, shownOf(operation, item!.parameters)] as const),
	),
);

function isOperation(part: unknown): part is ContractOperation {
	return typeof part === 'object' && part !== null && 'operationId' in part;
}

interface Shown extends ExampleRequest {
	names: { path: string[]; query: string[]; body: string[] };
}

function shownOf(operation: ContractOperation, ofPath: object[] = []): Shown {
	const parameters = [...ofPath, ...(operation.parameters ?? [])].map((each) => resolved(each));
	const inPlace = (place: string) => parameters.filter((each) => each.in === place);
	const examples = (place: string) =>
		Object.assign(
			{},
			...inPlace(place)
				.filter(({ example }) => example !== undefined)
				.map(({ name, example }) => (typeof example === 'object' ? example : { [name]: example })),
		) as Values;
	const names = (place: string) => inPlace(place).map(({ name }) => name);
	const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Content> };
	const { schema = {}, example: body = {} } = content?.['application/json'] ?? {};
	const { properties = {}, 'x-default-names': defaultNames = {} } = schema;
	return {
		path: examples('path'),
		query: examples('query'),
		body,
		names: {
			path: names('path'),
			query: names('query'),
			body: [...Object.keys(properties), ...Object.values(defaultNames)],
		},
	};
}

function resolved(part: object) {
	if (!('$ref' in part)) return part as Parameter;
	const steps = (part.$ref as string).split('/').slice(1);
	return steps.reduce((at, step) => at[step] as Values, contract as unknown as Values) as unknown as Parameter;
}

type Made = Record<string, (sandbox: Sandbox) => unknown>;

/** Functions that return IDs of records in the sandbox. */
const made: Record<keyof ExampleRequest, Made> = {
	path: {
		conversation_id: (sandbox) => thread(sandbox).record.id,
		contact_id: (sandbox) => sandbox.store.contactsOf('org_acme')[0]!.id,
		message_id: (sandbox) => scheduleReply(sandbox, thread(sandbox)),
	},
	query: { event_id: (sandbox) => thread(sandbox).events[0]!.message.id },
	body: {
		contact_id: (sandbox) => sandbox.store.contactsOf('org_acme').at(-1)!.id,
		conversation_ids: (sandbox) => threads(sandbox, 3).map(({ record }) => record.id),
		draft_id: (sandbox) => saveDraft(sandbox, thread(sandbox)),
		mergeable_conversation_ids: (sandbox) =>
			threads(sandbox, 3)
				.slice(1)
				.map(({ record }) => record.id),
		message_id: (sandbox) => thread(sandbox).events[0]!.message.id,
		thread_event_id: (sandbox) => thread(sandbox).events[1]!.id,
	},
};

/** Functions that prepare the sandbox for an operation. They return the values for its request. */
const madeReady: Partial<Record<OperationId, (sandbox: Sandbox) => Partial<ExampleRequest>>> = {
	restoreConversation: (sandbox) => {
		const conversation = thread(sandbox);
		sandbox.store.trash(conversation);
		return { path: { conversation_id: conversation.record.id } };
	},
	batchRestoreConversations: (sandbox) => {
		const trashed = threads(sandbox, 2);
		trashed.forEach((conversation) => sandbox.store.trash(conversation));
		return { body: { conversation_ids: trashed.map(({ record }) => record.id) } };
	},
	listContactConversations: (sandbox) => ({ path: { contact_id: thread(sandbox).record.contact.id } }),
	deleteDraft: (sandbox) => {
		saveDraft(sandbox, thread(sandbox));
		return {};
	},
	unsnoozeConversation: (sandbox) => {
		thread(sandbox).snooze = { until: inHours(sandbox, 24), type: 'if_no_reply' };
		sandbox.store.touch(thread(sandbox), { is_snoozed: true });
		return {};
	},
	unmarkConversationAsSpam: (sandbox) => {
		sandbox.store.touch(thread(sandbox), { is_spam: true });
		return {};
	},
	removeTagFromConversation: (sandbox) => {
		thread(sandbox).tagIds = ['tag_login', 'tag_bug'];
		return {};
	},
};

/** Returns the contract's example request with IDs of the sandbox, and prepares the sandbox for it. */
export function exampleRequest(operationId: OperationId, sandbox: Sandbox): ExampleRequest {
	const examples = shown.get(operationId);
	if (!examples) throw new Error(`no ${operationId} in the contract`);
	const ready = madeReady[operationId]?.(sandbox);
	const complete = (place: keyof ExampleRequest) => {
		const named = examples.names[place].filter((name) => name in made[place]);
		return {
			...examples[place],
			...Object.fromEntries(named.map((name) => [name, made[place][name]!(sandbox)])),
			...ready?.[place],
		};
	};
	return { path: complete('path'), query: complete('query'), body: complete('body') };
}
