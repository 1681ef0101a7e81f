import type { PickerName } from '../../../nodes/shared/pickers';
import { byId, useNodeRig } from '../../support/nodeRig';

describe('editor lists of a helpdesk without provisional endpoints', () => {
	const rig = useNodeRig({ conversations: 120 });
	beforeEach(async () => await rig.clock.sleep(60_000));

	const open = async (picker: PickerName, parameters = {}) => (await rig.list(picker, { parameters })).results;
	const asked = () => rig.sandbox.requests().map(({ path, status }) => [path, status]);

	it('documented lists still work', async () => {
		const conversation = [...rig.sandbox.store.conversations.values()].find(
			({ record }) => record.inbox_id === 'inbox_support',
		)!;
		const parameters = { inboxId: byId('inbox_support'), conversationId: byId(conversation.record.id) };
		const others: PickerName[] = ['automations', 'contacts', 'conversations', 'tags'];
		const all = async () => await Promise.all(others.map(async (picker) => await open(picker, parameters)));
		const before = await all();
		rig.sandbox.reset({ world: { provisionalEndpoints: 'none' } });
		await rig.clock.sleep(60_000);
		expect(await all()).toEqual(before);
		expect(before.filter(({ length }) => length === 0)).toEqual([]);
		expect(asked().filter(([, status]) => status !== 200)).toEqual([]);
	});
});
