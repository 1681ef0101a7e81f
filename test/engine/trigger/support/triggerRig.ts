import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { HelpdeskTrigger } from '../../../../nodes/HelpdeskTrigger/HelpdeskTrigger.node';
import { createPoll, type PollFunction } from '../../../../nodes/HelpdeskTrigger/poll';
import type { Changed, SandboxOptions } from '../../../../sandbox';
import { createConversation } from '../../../../sandbox/newConversation';
import type { StoredConversation } from '../../../../sandbox/records';
import { additionalData, helpdeskNode, nodeTypesOf } from '../../../support/runNode';
import { startRig, type Rig } from '../../../support/transport';

export const MINUTE = 60_000;

export const idsOf = (items: Array<{ json: { id?: unknown } }>) => items.map(({ json }) => json.id);

export interface TriggerOptions {
	parameters: INodeParameters;
	accessToken?: string;
	readOnly?: boolean;
	activation?: WorkflowActivateMode;
	mode?: 'trigger' | 'manual';
	saved?: IDataObject;
	timezone?: string;
	before?: (request: IHttpRequestOptions) => Promise<void>;
	during?: (send: () => Promise<unknown>) => Promise<unknown>;
}

/** The trigger in n8n's poll context. Its first poll is the activation's. */
export interface ActiveTrigger {
	poll: () => Promise<INodeExecutionData[]>;
	/** Polls, and returns the error that n8n would show. */
	failure: () => Promise<Error & { description?: string; httpCode?: string }>;
	staticData: IDataObject;
	warnings: string[];
	/** Errors that started the error workflow although items were emitted. */
	errors: Error[];
}

export interface TriggerRig extends Rig {
	/** Creates a trigger on this helpdesk, without a poll. */
	trigger: (options: TriggerOptions) => ActiveTrigger;
	minute: (count?: number) => Promise<void>;
	/** Lets a contact write a new conversation, now or with an older timestamp. */
	arrives: (changes?: { inboxId?: string; createdAt?: number; subject?: string }) => StoredConversation;
}

/** Starts a rig for all tests of a block. The sandbox is reset before each test. */
export function useTriggerRig(options: Changed<SandboxOptions> = {}, reset?: Changed<SandboxOptions>): TriggerRig {
	const rig = {} as TriggerRig;
	beforeAll(async () => void Object.assign(rig, await startTriggerRig(options)));
	beforeEach(() => rig.sandbox.reset(reset));
	afterAll(async () => await rig.sandbox.close());
	return rig;
}

export async function startTriggerRig(options: Changed<SandboxOptions> = {}): Promise<TriggerRig> {
	const rig = await startRig({ limitPerMinute: 0, conversations: 250, ...options });
	const poll = createPoll(rig.transport);
	const arrives: TriggerRig['arrives'] = ({ inboxId = 'inbox_support', createdAt, subject = 'Hello' } = {}) =>
		createConversation(rig.sandbox.store, {
			inboxId,
			contactId: rig.sandbox.store.contactsOf('org_acme')[0]!.id,
			subject,
			html: '<p>Hello</p>',
			createdAt:
				createdAt === undefined ? undefined : new Date(createdAt).toISOString().replace('.000Z', '.000000Z'),
		});
	return {
		...rig,
		arrives,
		minute: async (count = 1) => await rig.clock.sleep(count * MINUTE),
		trigger: (options) => activeTrigger(rig, poll, options),
	};
}

export function activeTrigger({ sandbox }: Pick<Rig, 'sandbox'>, poll: PollFunction, options: TriggerOptions) {
	const {
		parameters,
		accessToken = sandbox.tokens.personal,
		activation = 'activate',
		mode = 'trigger',
		saved,
		timezone = 'UTC',
	} = options;
	const node: INode = {
		...helpdeskNode(parameters),
		type: 'n8n-nodes-helpdesk.helpdeskTrigger',
		name: 'Helpdesk Trigger',
	};
	const nodeTypes = nodeTypesOf(new HelpdeskTrigger());
	const staticData = saved && { 'node:Helpdesk Trigger': JSON.parse(JSON.stringify(saved)) };
	const workflow = new Workflow({
		id: 'w',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
		staticData,
		settings: { timezone },
	});
	const additional = additionalData({
		credential: { accessToken, baseUrl: sandbox.baseUrl, readOnly: options.readOnly },
	});
	const errors: Error[] = [];
	const context = new PollContext(
		workflow,
		workflow.getNode(node.name)!,
		additional,
		mode,
		activation,
		undefined,
		(error) => errors.push(error),
	);
	if (options.before) callBefore(context, options.before, options.during);
	const warnings: string[] = [];
	Object.defineProperty(context, 'logger', { value: { warn: (text: string) => warnings.push(text) } });

	const pollOnce = async () => (await poll.call(context))?.[0] ?? [];
	return {
		poll: pollOnce,
		failure: async () => {
			const result = await pollOnce().catch((error: Error) => error);
			if (result instanceof Error) return result;
			throw new Error(`The poll was expected to fail and gave ${result.length} items`);
		},
		staticData: workflow.getStaticData('node', node),
		warnings,
		errors,
	};
}

function callBefore(
	{ helpers }: PollContext,
	before: NonNullable<TriggerOptions['before']>,
	during: NonNullable<TriggerOptions['during']> = async (send) => await send(),
) {
	const send = helpers.httpRequestWithAuthentication;
	helpers.httpRequestWithAuthentication = async function (type: string, options: IHttpRequestOptions) {
		await before(options);
		return await during(async () => (await send.call(this, type, options)) as unknown);
	};
}
