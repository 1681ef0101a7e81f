import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { MAX_ATTEMPTS } from '../../../transport';
import { byId, useNodeRig } from '../../support/nodeRig';
import { goesOn, receiptOf, withReceipt } from './support/receipts';

const rig = useNodeRig();
let ids: string[];
beforeAll(() => (ids = [...rig.sandbox.store.conversations.keys()]));

const note = () => withReceipt({ conversationId: byId(ids[0]!), message: 'seen' });
const update = () => withReceipt({ conversationId: byId(ids[0]!), updateFields: { subject: 'New' } });

describe('the receipt after Retry On Fail', () => {
	const times = async (count: number, once: () => Promise<INodeExecutionData[]>) => {
		const receipts: IDataObject[] = [];
		for (let each = 0; each < count; each += 1) receipts.push(receiptOf((await once())[0]!));
		return receipts.map(({ outcome, attempts }) => [outcome, attempts]);
	};

	it('stays the same for an item that is not sent again', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500 });
		expect(await times(3, rig.tries('message.addNote', note(), goesOn))).toEqual(Array(3).fill(['unknown', 1]));
		expect(await times(3, rig.tries('message.addNote', note(), goesOn))).toEqual(Array(3).fill(['sent', 1]));
	});

	it('keeps the outcome "unknown" if an earlier try had it and a later look-up fails', async () => {
		const { email } = rig.sandbox.store.contactsOf('org_acme')[0]!;
		rig.sandbox.fault({ kind: 'status', status: 503, method: 'PATCH', times: MAX_ATTEMPTS });
		const once = rig.tries('contact.upsert', withReceipt({ email, additionalFields: { name: 'New' } }), goesOn);
		await once();
		rig.sandbox.fault({ kind: 'status', status: 403, method: 'GET' });
		const [output] = await once();
		expect(receiptOf(output!)).toMatchObject({ outcome: 'unknown', attempts: MAX_ATTEMPTS });
		expect(output!.json.details).toMatchObject({ statusCode: 403, mayHaveBeenApplied: true });
	});

	it('keeps the outcome "unknown" if an earlier try had it and a later try is refused', async () => {
		rig.sandbox.fault({ kind: 'status', status: 503, times: MAX_ATTEMPTS });
		rig.sandbox.fault({ kind: 'status', status: 404 });
		expect(await times(2, rig.tries('conversation.update', update(), goesOn))).toEqual([
			['unknown', MAX_ATTEMPTS],
			['unknown', MAX_ATTEMPTS + 1],
		]);
	});
});

it('each item has its own receipt if a look-up that the items share fails', async () => {
	const items = rig.sandbox.store
		.sortedConversations({ inboxId: 'inbox_support' }, 'newest')
		.map(({ record }) => ({ json: { id: record.id } }));
	rig.sandbox.fault({ kind: 'status', status: 403, method: 'GET', path: '/inboxes/*/tags', times: 0 });
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
