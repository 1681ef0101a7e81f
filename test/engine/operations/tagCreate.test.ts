import { byId, useNodeRig } from '../../support/nodeRig';

describe('creating a tag', () => {
	const rig = useNodeRig({ conversations: 20 });
	beforeEach(async () => await rig.clock.sleep(600_000));

	const create = async (names: string[], options = {}) => {
		const items = names.map((name) => ({ json: { name } }));
		const output = await rig.run('unconfirmed.tagCreate', { name: '={{ $json.name }}', options }, { items });
		return output.map(({ json }) => json);
	};
	const named = (name: string) => [...rig.sandbox.store.tags.values()].filter(({ record }) => record.name === name);
	const sent = () => rig.sandbox.requests().map(({ method, path }) => `${method} ${path}`);

	it('by four items with one name makes one tag', async () => {
		const output = await create(['Grün', 'Grün', ' grün', 'Grün'.normalize('NFD')]);
		expect(named('Grün')).toHaveLength(1);
		expect(new Set(output.map(({ id }) => id))).toEqual(new Set([named('Grün')[0]!.record.id]));
		expect(output.map(({ created }) => created)).toEqual([true, false, false, false]);
	});

	it('outputs an existing tag and creates none', async () => {
		const [existing] = [...rig.sandbox.store.tags.values()].filter(({ organizationId }) => organizationId === 'org_acme');
		const [found] = await create([existing!.record.name.toUpperCase()]);
		expect(found).toEqual({ ...existing!.record, created: false });
		expect(sent()).toEqual(['GET /settings/tags']);
	});

	it('of many names reads the tag list once', async () => {
		const names = Array.from({ length: 12 }, (_, index) => `New ${index}`);
		const output = await create(names);
		expect(output.map(({ name, created }) => [name, created])).toEqual(names.map((name) => [name, true]));
		expect(sent().filter((each) => each === 'GET /settings/tags')).toHaveLength(1);
	});

	it('makes a second tag of the name if wanted', async () => {
		const output = await create(['Twin', 'Twin'], { ifTagExists: 'create' });
		expect([named('Twin').length, output.map(({ created }) => created)]).toEqual([2, [true, true]]);
		expect(sent()).toEqual(['POST /settings/tags', 'POST /settings/tags']);
	});

	it('works if the helpdesk does not list its tags', async () => {
		rig.sandbox.fault({ kind: 'status', status: 404, method: 'GET', path: '/settings/tags' });
		expect((await create(['Unlisted']))[0]).toMatchObject({ name: 'Unlisted', created: true });
	});

	it('makes it again if somebody deleted it', async () => {
		await create(['Short lived', 'Short lived']);
		rig.sandbox.store.removeTag(named('Short lived')[0]!.record.id);
		await rig.clock.sleep(11_000);
		expect((await create(['Short lived']))[0]).toMatchObject({ created: true });
	});

	it.each(['tagDelete', 'tagMerge', 'tagUpdate', 'tagDeleteMany'])('makes it again right after %s removed its name', async (operation) => {
		const [{ id }] = (await create(['Short lived'])) as [{ id: string }];
		const [other] = [...rig.sandbox.store.tags.keys()];
		await create(['Short lived']);
		await rig.run(`unconfirmed.${operation}`, {
			tagId: byId(operation === 'tagMerge' ? other! : id),
			tagIds: [id],
			updateFields: { name: 'Renamed' },
		});
		expect((await create(['Short lived']))[0]).toMatchObject({ created: true });
	});
});
