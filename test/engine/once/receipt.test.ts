import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { useAnsweringHelpdesks } from '../../support/answeringHelpdesk';
import { byId, useNodeRig } from '../../support/nodeRig';
import { operations } from '../../support/operations';
import { samples } from '../../support/samples';
import { everythingIn } from '../../support/secrets';
import { goesOn, receiptOf, withReceipt } from './support/receipts';
import { MAX_ATTEMPTS } from '../../../transport';

const writing = operations
	.filter(([, { options = [] }]) => options.some(({ property }) => property.name === 'receipt'))
	.map(([key]) => key);

/** Record types that differ from the operation's resource. */
const otherTypes: Record<string, string> = {
	message: 'conversation',
	'automation.delete': 'automation',
	'message.deleteDraft': 'conversation',
	'message.retrySending': 'event',
	'scheduledReply.create': 'conversation',
	scheduledReply: 'message',
	apiRequest: 'conversation',
};

const rig = useNodeRig();
const start = useAnsweringHelpdesks();
let ids: string[];
beforeAll(() => (ids = rig.ids()));

const note = () => withReceipt({ conversationId: byId(ids[0]!), message: 'seen' });
const outcomeOf = async (key: string, parameters: INodeParameters, run = {}) => {
	const [output] = await rig.run(key, parameters, { ...goesOn, ...run });
	const { outcome, attempts } = receiptOf(output!);
	return { outcome, attempts };
};

test('every operation that writes has receipts', () => expect(writing.length).toBeGreaterThanOrEqual(40));

/** Returns the names of the fields that the user typed in Additional Body. */
function additional(parameters: INodeParameters) {
	const collections = Object.values(parameters).map((each) => (each as IDataObject | null)?.additionalBody);
	return [parameters.additionalBody, ...collections].flatMap((body) =>
		Object.keys(JSON.parse(String(body ?? '{}')) as object),
	);
}

it.each(writing)('the receipt of %s names operation, record and changed fields', async (key) => {
	const [resource] = key.split('.') as [string];
	const { parameters, variants = [] } = samples[key]!(rig.sandbox);
	const chosen = key === 'apiRequest.send' ? variants[0]! : parameters;
	const [first, ...others] = await rig.run(key, withReceipt(chosen), { executionId: 'e42', timezone: 'Asia/Tokyo' });
	const writes = rig.requests().filter(({ method, fault }) => method !== 'GET' && fault === null);
	expect(writes).toHaveLength(1);
	const { path, body } = writes[0]!;
	const receipt = receiptOf(first!);
	expect(receipt).toEqual({
		operation: key,
		record: {
			type:
				otherTypes[key] ??
				otherTypes[resource] ??
				/\.(tag|savedReply|conversation)[A-Z]/.exec(key)?.[1] ??
				resource,
			id: expect.anything(),
		},
		changed: Object.keys((body as object | undefined) ?? {}).filter((name) => !additional(chosen).includes(name)),
		outcome: 'sent',
		attempts: 1,
		requestId: null,
		executionId: 'e42',
		workflowId: 'w',
		workflowName: null,
		time: expect.stringMatching(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00$/),
	});
	const { id } = receipt.record as IDataObject;
	const known = [
		decodeURIComponent(path).split('/'),
		Object.values((body as object | undefined) ?? {}),
		first!.json.id,
	]
		.flat(2)
		.map(String);
	expect(known).toEqual(expect.arrayContaining([id].flat()));
	expect(others.map(receiptOf)).toEqual(others.map(() => undefined));
});

it('no receipt contains text, or the token', async () => {
	const secret = 'S3cr3t';
	const text = {
		conversationId: byId(ids[0]!),
		message: `${secret} text`,
		additionalFields: { cc: `${secret}@example.com` },
	};
	const runs: Array<[string, INodeParameters]> = [
		['message.addNote', { ...text, additionalFields: {} }],
		['message.reply', text],
		[
			'conversation.update',
			{ conversationId: text.conversationId, updateFields: { subject: secret, tags: secret } },
		],
		['contact.create', { email: `${secret}@example.com`, additionalFields: { name: secret } }],
		['contact.upsert', { email: `${secret}@example.com`, additionalFields: { name: secret } }],
		[
			'apiRequest.send',
			{
				method: 'POST',
				path: '/contacts',
				jsonBody: `{"email": "${secret}@example.com", "${secret} wrote, in a <name>": 1}`,
			},
		],
		['contact.create', { email: 'a@example.com', additionalFields: { additionalBody: `{"${secret}": 1}` } }],
		['message.addNote', { ...text, conversationId: byId(`${secret} wrote this`), additionalFields: {} }],
	];
	const seen: string[] = [];
	for (const fault of [undefined, 422, 500]) {
		for (const [key, parameters] of runs) {
			if (fault)
				rig.sandbox.fault({
					kind: 'status',
					status: fault,
					message: `${secret} says ${rig.sandbox.tokens.personal}`,
					times: 4,
				});
			const [output] = await rig.run(key, withReceipt(parameters), goesOn);
			seen.push(everythingIn(receiptOf(output!)));
			rig.sandbox.clearFaults();
		}
	}
	expect(seen).toHaveLength(24);
	expect(
		seen.filter(
			(each) => each.includes(secret) || each.includes(rig.sandbox.tokens.personal) || !each.includes('outcome'),
		),
	).toEqual([]);
});

describe('the outcome in a receipt', () => {
	it('is "failed" if the helpdesk refused the write', async () => {
		rig.answers(422);
		const [output] = await rig.run('message.addNote', note(), goesOn);
		expect(Object.keys(output!.json)).toEqual(['error', 'details']);
		expect(receiptOf(output!)).toMatchObject({
			operation: 'message.addNote',
			record: { type: 'conversation', id: ids[0] },
			changed: ['message'],
			outcome: 'failed',
			attempts: 1,
		});
	});

	it('is "unknown" after a POST got a 500, and the receipt contains the request ID', async () => {
		rig.answers(500);
		const [output] = await rig.run('message.addNote', note(), goesOn);
		expect(receiptOf(output!)).toMatchObject({
			outcome: 'unknown',
			attempts: 1,
			requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
		});
		expect((output!.json.details as IDataObject).requestId).toBe(receiptOf(output!).requestId);
	});

	it('is "unknown" if the first attempt may have been applied and the second was refused', async () => {
		rig.sandbox.fault({ kind: 'drop', when: 'after' });
		rig.answers(404);
		expect(await outcomeOf('conversation.delete', withReceipt({ conversationId: byId(ids[0]!) }))).toEqual({
			outcome: 'unknown',
			attempts: 2,
		});
	});

	it('is "sent" if the write succeeded but its response could not be read as pages', async () => {
		const helpdesk = await start(() => ({ body: { message: 'Done' } }));
		const parameters = {
			method: 'POST',
			path: '/conversation/c1/note',
			jsonBody: '{"message": "x"}',
			pageMode: 'counting',
			returnAll: true,
		};
		const [output] = await helpdesk.run('apiRequest.send', withReceipt(parameters), goesOn);
		expect(output!.json.error).toMatch(/unexpected form/);
		expect(receiptOf(output!)).toMatchObject({ outcome: 'sent', record: { type: 'conversation', id: 'c1' } });
	});

	it('is "skipped" with Dry Run, and if there was nothing to change', async () => {
		expect(await outcomeOf('message.addNote', withReceipt(note(), { dryRun: true }))).toEqual({
			outcome: 'skipped',
			attempts: 0,
		});
		const { email, id } = rig.sandbox.store.contactsOf('org_acme')[0]!;
		const [output] = await rig.run('contact.upsert', withReceipt({ email }));
		expect(receiptOf(output!)).toMatchObject({ outcome: 'skipped', record: { type: 'contact', id } });
	});

	it('is "failed" if nothing was sent because of Read Only, wrong input or a missing connection', async () => {
		expect(await outcomeOf('message.addNote', note(), { credential: rig.credential({ readOnly: true }) })).toEqual({
			outcome: 'failed',
			attempts: 0,
		});
		expect(await outcomeOf('message.addNote', { ...note(), message: '' })).toEqual({
			outcome: 'failed',
			attempts: 0,
		});
		const credential = rig.credential({ baseUrl: 'http://127.0.0.1:1/v1' });
		expect(await outcomeOf('message.addNote', note(), { credential })).toEqual({ outcome: 'failed', attempts: 0 });
		expect(rig.requests()).toEqual([]);
	});

	it('is output only if the receipt option is on, and never for reads', async () => {
		const [output] = await rig.run('message.addNote', { conversationId: byId(ids[0]!), message: '' }, goesOn);
		const [read] = await rig.run('conversation.get', withReceipt({ conversationId: byId('') }), goesOn);
		for (const { json } of [output!, read!]) expect(json.details).not.toHaveProperty('receipt');
	});
});

it('a write to several records has one receipt with all IDs', async () => {
	const parameters = {
		inboxId: byId('inbox_support'),
		conversationIds: ids.slice(0, 3).join(),
		updateFields: { subject: 'New' },
	};
	rig.answers(422);
	const [failed] = await rig.run('conversation.updateMany', withReceipt(parameters), goesOn);
	const outputs = await rig.run('conversation.updateMany', withReceipt(parameters), goesOn);
	for (const output of [failed!, outputs[0]!]) {
		expect(receiptOf(output).record).toEqual({ type: 'conversation', id: ids.slice(0, 3) });
	}
	expect(outputs.filter(({ json }) => json.receipt)).toHaveLength(1);
});

const update = () => withReceipt({ conversationId: byId(ids[0]!), updateFields: { subject: 'New' } });

describe('the receipt after Retry On Fail', () => {
	const times = async (count: number, once: () => Promise<INodeExecutionData[]>) => {
		const receipts: IDataObject[] = [];
		for (let each = 0; each < count; each += 1) receipts.push(receiptOf((await once())[0]!));
		return receipts.map(({ outcome, attempts }) => [outcome, attempts]);
	};

	it('stays the same for an item that is not sent again', async () => {
		rig.answers(500);
		expect(await times(3, rig.tries('message.addNote', note(), goesOn))).toEqual(Array(3).fill(['unknown', 1]));
		expect(await times(3, rig.tries('message.addNote', note(), goesOn))).toEqual(Array(3).fill(['sent', 1]));
	});

	it('keeps the outcome "unknown" if an earlier attempt had it and a later look-up fails', async () => {
		const { email } = rig.sandbox.store.contactsOf('org_acme')[0]!;
		rig.answers(503, { method: 'PATCH', times: MAX_ATTEMPTS });
		const once = rig.tries('contact.upsert', withReceipt({ email, additionalFields: { name: 'New' } }), goesOn);
		await once();
		rig.answers(403, { method: 'GET' });
		const [output] = await once();
		expect(receiptOf(output!)).toMatchObject({ outcome: 'unknown', attempts: MAX_ATTEMPTS });
		expect(output!.json.details).toMatchObject({ statusCode: 403, mayHaveBeenApplied: true });
	});

	it('keeps the outcome "unknown" if an earlier attempt had it and a later one is refused', async () => {
		rig.answers(503, { times: MAX_ATTEMPTS });
		rig.answers(404);
		expect(await times(2, rig.tries('conversation.update', update(), goesOn))).toEqual([
			['unknown', MAX_ATTEMPTS],
			['unknown', MAX_ATTEMPTS + 1],
		]);
	});
});

it('each item has its own receipt if a look-up that the items share fails', async () => {
	await rig.clock.sleep(600_000);
	const items = rig.sandbox.store
		.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
		.map(({ record }) => ({ json: { id: record.id } }));
	rig.answers(403, { method: 'GET', path: '/inboxes/*/tags', times: 0 });
	const tagId = { __rl: true, mode: 'name', value: 'Bug' };
	const outputs = await rig.run(
		'conversation.addTag',
		withReceipt({ conversationId: byId('={{ $json.id }}'), tagId }),
		{
			items: items.slice(0, 5),
			...goesOn,
		},
	);
	expect(outputs.map((output) => receiptOf(output).record)).toEqual(
		items.slice(0, 5).map(({ json: { id } }) => ({ type: 'conversation', id })),
	);
	expect(outputs.map((output) => receiptOf(output).outcome)).toEqual(Array(5).fill('failed'));
});
