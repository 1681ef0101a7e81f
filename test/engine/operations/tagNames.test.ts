import { useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig({ conversations: 20 });

it.each(['tag.create', 'tag.update'])(
	'a tag name set by %s is found at once, although the list of tags was read before',
	async (operation) => {
		const byName = { mode: 'name', value: 'Brand new' };
		const rename = async () => await rig.run('tag.update', { tagId: byName, updateFields: { name: 'Renamed' } });
		await expect(rename()).rejects.toThrow('No tag of the organization is named "Brand new"');
		const [[id]] = rig.sandbox.store.tags as unknown as [[string]];
		const given = { name: 'Brand new', tagId: { mode: 'id', value: id }, updateFields: { name: 'Brand new' } };
		await rig.run(operation, given);
		await rename();
		expect([...rig.sandbox.store.tags.values()].map(({ record }) => record.name)).toContain('Renamed');
	},
);
