import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations } from '../../support/operations';
import { byId, useNodeRig } from '../../support/nodeRig';
import { samples } from '../../support/samples';

/** The specification's listings by POST, typed by hand. */
const LISTINGS = /^POST \/(search|inboxes\/[^/]+)$/;

const writing = operations
	.filter(([, { options = [] }]) => options.some(({ property }) => property.name === 'dryRun'))
	.map(([key]) => key);
const reading = operations.map(([key]) => key).filter((key) => !writing.includes(key));

const rig = useNodeRig();

const sent = () => rig.sandbox.requests();
const writes = () => sent().filter(({ method, path }) => method !== 'GET' && !LISTINGS.test(`${method} ${path}`));
const withOptions = (parameters: INodeParameters, more: INodeParameters): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters), ...more },
});
/** Returns all sample parameters of an operation, each prepared in the helpdesk when called. */
const forms = (key: string): Array<() => INodeParameters> => {
	const sampled = () => samples[key]!(rig.sandbox);
	return [
		() => sampled().parameters,
		...(sampled().variants ?? []).map((_, index) => () => sampled().variants![index]!),
	];
};
const readOnly = () => rig.credential({ readOnly: true });

test('every operation that writes has Dry Run', () => {
	expect(writing.length).toBeGreaterThanOrEqual(42);
	expect(reading.filter((key) => !/\.(get\w*|search|\w+(Get\w*|Download)|report\w+)$/.test(key))).toEqual([]);
});

/** Replaces a file by its name, type and size. */
const withSizes = (body: unknown): unknown =>
	JSON.parse(JSON.stringify(body), (name, value: unknown) =>
		name === 'bytes' ? Buffer.from(value as string, 'base64').length : value,
	);

let rehearsed = 0;
afterAll(() => expect(rehearsed).toBeGreaterThanOrEqual(2 * 42));

it.each(writing)(
	'%s with Dry Run writes nothing, and shows exactly the request that is sent without it',
	async (key) => {
		for (const form of forms(key)) {
			rig.sandbox.reset();
			const output = await rig.run(key, withOptions(form(), { dryRun: true }));
			expect(writes()).toEqual([]);
			rig.sandbox.reset();
			rehearsed += 1;
			await rig.run(key, form());
			const [write] = writes();
			if (key === 'apiRequest.send' && !write) {
				expect(output[0]!.json).not.toHaveProperty('dryRun');
				continue;
			}
			const { method, path, body = null } = write!;
			for (const { json, pairedItem } of output) {
				expect([json.dryRun, json.wouldSend, pairedItem]).toEqual([
					true,
					{ method, path, body: withSizes(body) },
					{ item: 0 },
				]);
				expect(json.message).toMatch(/^Would .+\. Nothing was changed\.$/);
			}
			expect(writes()).toHaveLength(1);
		}
	},
);

it.each(writing)('%s with a Read Only credential writes nothing, and the error names the credential', async (key) => {
	for (const form of forms(key)) {
		rig.sandbox.reset();
		const outcome = await rig.run(key, form(), { credential: readOnly() }).catch((error: Error) => error);
		expect(writes()).toEqual([]);
		if (outcome instanceof Error)
			expect(outcome.message).toContain('The Helpdesk credential "Helpdesk" is for reading only');
		else
			expect([key, sent().map(({ method }) => method)]).toEqual([
				'apiRequest.send',
				expect.arrayContaining(['GET']),
			]);
	}
});

it.each(reading)('%s works with a Read Only credential', async (key) => {
	for (const form of forms(key)) await rig.run(key, form(), { credential: readOnly() });
	expect(sent().length).toBeGreaterThan(0);
});

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
