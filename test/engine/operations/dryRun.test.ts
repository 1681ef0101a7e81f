import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig();

const sent = () => rig.sandbox.requests();
const writes = () => sent().filter(({ method }) => method !== 'GET');
const withOptions = (parameters: INodeParameters, more: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters), ...more },
});
const readOnly = () => rig.credential({ readOnly: true });

it('Dry Run works with a Read Only credential', async () => {
	const output = await rig.run('message.addNote', withOptions(note(), { dryRun: true }), { credential: readOnly() });
	expect(output[0]!.json).toMatchObject({ dryRun: true, wouldSend: { method: 'POST' } });
	expect(sent()).toEqual([]);
});

it('Dry Run uses no key of Only Once Per, and shows a used key as skipped', async () => {
	const staticData: IDataObject = {};
	const run = { mode: 'trigger' as const, staticData };
	const keyed = withOptions(note(), { onlyOncePer: 'k' });
	expect((await rig.run('message.addNote', withOptions(keyed, { dryRun: true }), run))[0]!.json).toHaveProperty(
		'dryRun',
	);
	expect((await rig.run('message.addNote', keyed, run))[0]!.json).not.toHaveProperty('skipped');
	expect(writes()).toHaveLength(1);
	expect((await rig.run('message.addNote', withOptions(keyed, { dryRun: true }), run))[0]!.json).toMatchObject({
		skipped: true,
	});
	expect(writes()).toHaveLength(1);
});

it('a refusal by Read Only leaves the key of Only Once Per free, and Retry On Fail is refused too', async () => {
	const keyed = withOptions(note(), { onlyOncePer: 'r' });
	const run = { mode: 'trigger' as const, staticData: {} };
	const once = rig.tries('message.addNote', keyed, { ...run, credential: readOnly() });
	for (let each = 0; each < 3; each += 1) await expect(once()).rejects.toThrow('reading only');
	expect(sent()).toEqual([]);
	await rig.run('message.addNote', keyed, run);
	expect(writes()).toHaveLength(1);
});

it('Dry Run of an API Request shows its query with the path', async () => {
	const queryParameters = { parameter: [{ name: 'a', value: 'b c' }] };
	const [output] = await rig.run('apiRequest.send', {
		method: 'POST',
		path: '/x',
		queryParameters,
		pageMode: 'none',
		options: { dryRun: true },
	});
	expect(output!.json.wouldSend).toEqual({ method: 'POST', path: '/x?a=b%20c', body: null });
});

function own(): string {
	return [...rig.sandbox.store.conversations.keys()][0]!;
}

function note(): INodeParameters {
	return { conversationId: byId(own()), message: 'seen' };
}
