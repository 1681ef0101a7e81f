import type { IDataObject } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

describe('the text of an error', () => {
	const rig = useNodeRig();

	it('the error after a 500 contains the request ID for the support team', async () => {
		rig.sandbox.fault({ kind: 'status', status: 500, times: 0 });
		const { description } = await rig.failure('message.addNote', { conversationId: byId('c1'), message: 'seen' });
		expect(description).toMatch(/Request ID: [0-9a-f]{8}-[0-9a-f-]{27}\./);
	});

	it('a 404 has the same text for a missing record and for a record of another organization', async () => {
		const other = [...rig.sandbox.store.conversations.values()].find(
			({ organizationId }) => organizationId === 'org_other',
		)!;
		const [missing, foreign] = await Promise.all(
			['unknown', other.record.id].map(
				async (id) => await rig.failure('conversation.get', { conversationId: byId(id) }),
			),
		);
		expect(missing!.message).toBe(foreign!.message);
		expect(missing!.description!.replace('unknown', other.record.id)).toBe(foreign!.description);
	});

	it.each<[incoming: IDataObject, field: string | undefined]>([
		[{ id: 'c1', message_id: 'x9' }, 'message_id'],
		[{ id: 'c1', last_message_id: 'x9' }, 'last_message_id'],
		[{ id: 'x9' }, undefined],
	])('a 404 for an ID of the wrong kind names the incoming field with that ID: %j', async (json, field) => {
		const parameters = { conversationId: byId('x9') };
		const { description } = await rig.failure('conversation.get', parameters, { items: [{ json }] });
		expect(/The incoming item has x9 as '(\w+)'\./.exec(description!)?.[1]).toBe(field);
	});
});
