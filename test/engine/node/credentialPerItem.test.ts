import { byId, startNodeRig, useNodeRig } from '../../support/nodeRig';
import { countingPage, useAnsweringHelpdesks } from '../../support/answeringHelpdesk';

describe('a credential with expressions', () => {
	const rig = useNodeRig();
	let ids: string[];
	beforeAll(() => (ids = rig.ids()));

	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const whose = ['personal', 'colleague', 'partner'] as const;
	const items = (tokens: ReadonlyArray<string | undefined>) =>
		tokens.map((token, index) => ({ json: { id: ids[index]!, token } }));
	const ofEach = () => items(whose.map((name) => rig.sandbox.tokens[name]));
	const credential = (changes = {}) => ({
		accessToken: '={{ $json.token }}',
		baseUrl: rig.sandbox.baseUrl,
		...changes,
	});
	const sentAs = () => Object.fromEntries(rig.requests().map(({ path, token }) => [path.split('/')[2], token]));

	it('each item is sent with its own token', async () => {
		await rig.run('message.addNote', note, { items: ofEach(), credential: credential() });
		expect(sentAs()).toEqual(Object.fromEntries(whose.map((name, index) => [ids[index], name])));
	});

	it("each attempt of Retry On Fail uses the item's own token", async () => {
		rig.answers(422, { path: `/conversation/${ids[2]}/note` });
		const once = rig.tries('message.addNote', note, { items: ofEach(), credential: credential() });
		await expect(once()).rejects.toThrow();
		await once();
		expect(
			rig
				.requests()
				.map(({ path, token }) => `${path} ${token}`)
				.at(-1),
		).toBe(`/conversation/${ids[2]}/note partner`);
	});

	it('each item uses its own base URL', async () => {
		const other = await startNodeRig();
		const addresses = [rig, other].map(({ sandbox }, index) => ({
			json: { id: ids[index]!, url: sandbox.baseUrl },
		}));
		await rig.run('message.addNote', note, {
			items: addresses,
			credential: credential({ accessToken: rig.sandbox.tokens.personal, baseUrl: '={{ $json.url }}' }),
			onError: 'continueRegularOutput',
		});
		expect([rig, other].map(({ sandbox }) => sandbox.requests().length)).toEqual([1, 1]);
		await other.sandbox.close();
	});

	it('an item without a token fails without stopping the others', async () => {
		const mixed = items([undefined, rig.sandbox.tokens.personal]);
		const output = await rig.run('message.addNote', note, {
			items: mixed,
			credential: credential(),
			onError: 'continueRegularOutput',
		});
		expect(output.map(({ json }) => json.error)).toEqual([
			"'Access Token' of the credential is empty or not valid",
			undefined,
		]);
		expect(sentAs()).toEqual({ [ids[1]!]: 'personal' });
	});

	const lowerForLater = '={{ $itemIndex === 0 ? 250 : 1 }}';
	const onlyLater = '={{ $itemIndex > 0 }}';
	/** Returns how long a run of three items takes. Waits first until lower limits of earlier runs have expired. */
	const taken = async (run: object) => {
		await rig.clock.sleep(130_000);
		const startedAt = rig.clock.now();
		await rig.run('message.addNote', note, { items: ofEach(), ...run });
		expect(rig.sandbox.requests()).toHaveLength(whose.length);
		return rig.clock.now() - startedAt;
	};
	const refused = async (run: object) => {
		const output = await rig.run('message.addNote', note, {
			items: ofEach(),
			onError: 'continueRegularOutput',
			...run,
		});
		return output.map(({ json }) => json.error !== undefined);
	};

	it.each([
		['as an expression', () => ({ credential: rig.credential({ requestsPerMinute: lowerForLater }) })],
		[
			"by an administrator's overwrite with an expression",
			() => ({ overwrites: { requestsPerMinute: lowerForLater } }),
		],
	])('a lower rate limit of the second item applies if the limit is set %s', async (_, run) => {
		expect(await taken(run())).toBeGreaterThanOrEqual(60_000);
	});

	it.each([
		['as an expression', () => ({ credential: rig.credential({ readOnly: onlyLater }) })],
		[
			"by an administrator's overwrite with an expression",
			() => ({ credential: rig.credential(), overwrites: { readOnly: onlyLater } }),
		],
	])('Read Only set %s blocks the notes of later items even if it is off for the first item', async (_, run) => {
		expect(await refused(run())).toEqual([false, true, true]);
		expect(sentAs()).toEqual({ [ids[0]!]: 'personal' });
	});

	it.each(['refuses', 'resolves'] as const)(
		'each item uses its own credential if n8n %s an unresolved one',
		async (hidesUnresolved) => {
			await rig.run('message.addNote', note, { items: ofEach(), credential: credential(), hidesUnresolved });
			expect(Object.values(sentAs()).sort()).toEqual([...whose].sort());
		},
	);
});

const start = useAnsweringHelpdesks();

const email = 'kim@example.com';

const contacts = { body: countingPage([{ id: 'c1', email }], '') };

const reply = { conversationId: byId('c1'), message: 'Hello', scheduledAt: '2040-01-01T09:00:00Z' };

it.each([
	['contact.upsert', { email }],
	['scheduledReply.create', reply],
])('%s does not wait for another helpdesk where the record has the same ID', async (operation, parameters) => {
	const quick = await start(() => contacts);
	let quickRun: Promise<unknown> | undefined;
	// Answers only after the run on the other helpdesk.
	const slow = await start(async () => {
		await (quickRun ??= quick.run(operation, parameters));
		return contacts;
	});
	await slow.run(operation, parameters);
	expect(quick.requests.length).toBeGreaterThan(0);
});
