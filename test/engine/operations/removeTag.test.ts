import { byId, useNodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const rig = useNodeRig({ conversations: 20 });

test("Remove Tag outputs the helpdesk's answer", async () => {
	const { record } = thread(rig.sandbox);
	thread(rig.sandbox).tagIds = ['tag_login'];
	const parameters = { conversationId: byId(record.id), tagId: byId('tag_login') };
	const [item] = await rig.run('conversation.removeTag', parameters);
	expect(rig.sandbox.requests().at(-1)!.method).toBe('DELETE');
	expect(item!.json).toMatchObject({ id: record.id, message: expect.stringMatching(/removed/i) });
	expect(thread(rig.sandbox).tagIds).toEqual([]);
});
