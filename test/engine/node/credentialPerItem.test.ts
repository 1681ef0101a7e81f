import type { INodeExecutionData } from 'n8n-workflow';

import { byId, startNodeRig, type NodeRig } from '../../support/nodeRig';

describe('a credential with expressions', () => {
	let rig: NodeRig;
	let ids: string[];
	beforeAll(async () => {
		rig = await startNodeRig({ conversations: 60 });
		ids = [...rig.sandbox.store.conversations.keys()];
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const note = { conversationId: byId('={{ $json.id }}'), message: 'seen' };
	const whose = ['personal', 'colleague', 'partner'] as const;
	const items = (tokens: ReadonlyArray<string | undefined>): INodeExecutionData[] =>
		tokens.map((token, index) => ({ json: { id: ids[index]!, token } }));
	const ofEach = () => items(whose.map((name) => rig.sandbox.tokens[name]));
	const credential = (changes = {}) => ({ accessToken: '={{ $json.token }}', baseUrl: rig.sandbox.baseUrl, ...changes });
	const sentAs = () => Object.fromEntries(rig.sandbox.requests().map(({ path, token }) => [path.split('/')[2], token]));

	it("three items with three tokens do not all go out with the first one's", async () => {
		await rig.run('message.addNote', note, { items: ofEach(), credential: credential() });
		expect(sentAs()).toEqual(Object.fromEntries(whose.map((name, index) => [ids[index], name])));
	});

	it("each try of Retry On Fail sends what is left with the item's own token", async () => {
		rig.sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${ids[2]}/note` });
		const once = rig.tries('message.addNote', note, { items: ofEach(), credential: credential() });
		await expect(once()).rejects.toThrow();
		await once();
		expect(
			rig.sandbox
				.requests()
				.map(({ path, token }) => `${path} ${token}`)
				.at(-1),
		).toBe(`/conversation/${ids[2]}/note partner`);
	});

	it("an address that is an expression is each item's own", async () => {
		const other = await startNodeRig({ conversations: 60 });
		const addresses = [rig, other].map(({ sandbox }, index) => ({ json: { id: ids[index]!, url: sandbox.baseUrl } }));
		await rig.run('message.addNote', note, {
			items: addresses,
			credential: credential({ accessToken: rig.sandbox.tokens.personal, baseUrl: '={{ $json.url }}' }),
			onError: 'continueRegularOutput',
		});
		expect([rig, other].map(({ sandbox }) => sandbox.requests().length)).toEqual([1, 1]);
		await other.sandbox.close();
	});

	it('an item without a token fails alone', async () => {
		const mixed = items([undefined, rig.sandbox.tokens.personal]);
		const output = await rig.run('message.addNote', note, { items: mixed, credential: credential(), onError: 'continueRegularOutput' });
		expect(output.map(({ json }) => json.error)).toEqual(["'Access Token' of the Helpdesk credential is empty or not valid", undefined]);
		expect(sentAs()).toEqual({ [ids[1]!]: 'personal' });
	});

	const ownToken = (changes = {}) => ({ accessToken: rig.sandbox.tokens.personal, baseUrl: rig.sandbox.baseUrl, ...changes });
	const lowerForLater = '={{ $itemIndex === 0 ? 250 : 1 }}';
	const onlyLater = '={{ $itemIndex > 0 }}';
	/** How long the run of three took, in ms of the clock that the limit goes by; lower ones of runs before are over. */
	const taken = async (run: object) => {
		await rig.clock.sleep(130_000);
		const startedAt = rig.clock.now();
		await rig.run('message.addNote', note, { items: ofEach(), ...run });
		expect(rig.sandbox.requests()).toHaveLength(whose.length);
		return rig.clock.now() - startedAt;
	};
	/** Of each item, whether its note was refused. */
	const refused = async (run: object) => {
		const output = await rig.run('message.addNote', note, { items: ofEach(), onError: 'continueRegularOutput', ...run });
		return output.map(({ json }) => json.error !== undefined);
	};

	it("a limit that is an expression is each item's own: a lower one of the second item holds", async () => {
		expect(await taken({ credential: ownToken({ requestsPerMinute: lowerForLater }) })).toBeGreaterThanOrEqual(60_000);
	});

	it("a limit that an administrator's overwrite fills in by an expression does not count for all items as the first one's", async () => {
		expect(await taken({ credential: ownToken(), overwrites: { requestsPerMinute: lowerForLater } })).toBeGreaterThanOrEqual(60_000);
	});

	it.each([
		['as an expression', () => ({ credential: ownToken({ readOnly: onlyLater }) })],
		["by an administrator's overwrite with an expression", () => ({ credential: ownToken(), overwrites: { readOnly: onlyLater } })],
	])("Read Only %s holds where the first item's is off: no note of the later items goes out", async (_, run) => {
		expect(await refused(run())).toEqual([false, true, true]);
		expect(sentAs()).toEqual({ [ids[0]!]: 'personal' });
	});

	it('an overwrite without an expression holds for every item and costs no decryption of each', async () => {
		const onDecrypt = jest.fn();
		expect(await refused({ credential: ownToken(), overwrites: { readOnly: true }, onDecrypt })).toEqual([true, true, true]);
		expect(onDecrypt).toHaveBeenCalledTimes(3);
	});

	it("one that an administrator's overwrite fills in by an expression is each item's own", async () => {
		await rig.run('message.addNote', note, {
			items: ofEach(),
			credential: credential({ accessToken: '' }),
			overwrites: { accessToken: '={{ $json.token }}' },
		});
		expect(Object.values(sentAs()).sort()).toEqual([...whose].sort());
	});

	it.each(['refuses', 'resolves'] as const)(
		'where n8n does not show what it would resolve, each item asks for its own: it %s',
		async (hidesUnresolved) => {
			await rig.run('message.addNote', note, { items: ofEach(), credential: credential(), hidesUnresolved });
			expect(Object.values(sentAs()).sort()).toEqual([...whose].sort());
		},
	);

	it('one without expressions is decrypted three times a run: by n8n, unresolved, and as given out', async () => {
		const onDecrypt = jest.fn();
		const many = ids.slice(0, 50).map((id) => ({ json: { id } }));
		await rig.run('message.addNote', note, { items: many, onDecrypt });
		expect(rig.sandbox.requests()).toHaveLength(50);
		expect(onDecrypt).toHaveBeenCalledTimes(3);
	});
});
