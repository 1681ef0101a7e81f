import type { IDataObject } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';
import { thread } from '../../support/sandboxRecords';

const rig = useNodeRig({ conversations: 20 });

const own = () => thread(rig.sandbox).record.id;
const remove = async (json: IDataObject) => {
	thread(rig.sandbox).tagIds = ['tag_login'];
	const parameters = { conversationId: byId(own()), tagId: byId('tag_login') };
	const [item] = await rig.run('conversation.removeTag', parameters, { items: [{ json }] });
	expect(rig.sandbox.requests().at(-1)!.method).toBe('DELETE');
	return item!.json;
};
const MISSING = 'The conversation did not have this tag';

test.each([[[]], [[{ id: 'tag_bug', name: 'Bug' }]]])(
	'Remove Tag does not say that it removed a tag if the incoming conversation shows %j',
	async (tags) => {
		expect(await remove({ id: own(), tags })).toMatchObject({ id: own(), message: MISSING });
	},
);

test.each<[string, (id: string) => IDataObject]>([
	['has the tag', (id) => ({ id, tags: [{ id: 'tag_bug' }, { id: 'tag_login' }] })],
	['is another one', () => ({ id: 'c2', tags: [] })],
	['shows no tags', (id) => ({ id })],
	['shows names, which the ID is not', (id) => ({ id, tags: ['Bug'] })],
])("Remove Tag outputs the helpdesk's answer if the incoming conversation %s", async (_, json) => {
	expect((await remove(json(own()))).message).toMatch(/removed/i);
});
