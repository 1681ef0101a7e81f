import { methodAndPath } from '../../../nodes/shared/endpoint';
import { contractEndpoints } from '../../contract/contractRows';
import { byId, useNodeRig } from '../../support/nodeRig';
import { withEndpoint } from '../../support/operations';

/** Excluded: custom fields, which may have any name, and a note whose text has a different link each time. */
const OTHERS = ['conversation.setCustomFields', 'message.sendAndWait'];

const writing = withEndpoint.flatMap(([key, operation, endpoint]) => {
	const { bodySchema } = contractEndpoints.find((each) => each.key === methodAndPath(endpoint))!;
	if (!bodySchema || endpoint.readOnly || OTHERS.includes(key) || bodySchema.maxProperties === 0) return [];
	return [[key, operation] as const];
});

describe('Additional Body and Additional Query', () => {
	const rig = useNodeRig();

	let withOwnFields = 0;
	afterAll(() => expect(withOwnFields).toBeGreaterThan(20));

	it.each(writing)('%s sends additional fields, and refuses other values for its own', async (key, operation) => {
		const collection = (['additionalFields', 'updateFields', 'options'] as const).find((name) =>
			operation[name]?.some(({ property }) => property.name === 'additionalBody'),
		);
		const bodyWith = async (additionalBody: object) => {
			rig.sandbox.reset();
			const parameters = rig.typical(key);
			const more = { additionalBody: JSON.stringify(additionalBody) };
			const chosen = collection ? { [collection]: { ...(parameters[collection] as object), ...more } } : more;
			const failed = await rig.run(key, { ...parameters, ...chosen }).catch((error: Error) => error.message);
			if (typeof failed === 'string' && failed.includes('Additional Body'))
				return { failed, sent: rig.requests().filter(({ method }) => method !== 'GET').length };
			return rig
				.requests()
				.filter(({ body }) => body)
				.at(-1)!.body as Record<string, unknown>;
		};
		const body = await bodyWith({ unseen_field: 7 });
		expect(body).toHaveProperty('unseen_field', 7);
		const names = Object.keys(body).filter((name) => name !== 'unseen_field');
		if (names.length > 0) withOwnFields += 1;
		for (const name of names) {
			expect(await bodyWith({ [name]: 'replaced', unseen_field: 7 })).toEqual({
				failed: expect.stringContaining(
					`'Advanced: Additional Body (JSON)' has '${name}', which this operation sets itself`,
				),
				sent: 0,
			});
			expect(await bodyWith({ [name]: body[name], unseen_field: 7 })).toEqual(body);
		}
	});

	const reading = withEndpoint.filter(
		([, { request, options = [] }, { method, readOnly }]) =>
			!request && options.length > 0 && (method === 'GET' || readOnly),
	);

	it.each(reading)('%s sends an additional query', async (key) => {
		rig.sandbox.reset();
		const parameters = rig.typical(key);
		const options = { ...(parameters.options as object), additionalQuery: '{"unseen_field": "7"}' };
		await rig.run(key, { ...parameters, options }).catch(() => undefined);
		expect(rig.requests()[0]!.query).toHaveProperty('unseen_field', '7');
	});

	it('Conversation Get Many sends an additional body, and refuses fields that it sets itself', async () => {
		const getMany = { inboxId: byId('inbox_support'), filterMode: 'none', returnAll: false, limit: 3 };
		await rig
			.run('conversation.getMany', { ...getMany, options: { additionalBody: '{"unseen_field": 7}' } })
			.catch(() => undefined);
		expect(rig.requests()[0]!.body).toEqual({
			unseen_field: 7,
			display: { sort: 'newest', page: 1, per_page: 3 },
		});
		rig.sandbox.reset();
		for (const options of [{ additionalBody: '{"display": {}}' }, { additionalQuery: '{"page": 2}' }])
			expect((await rig.failure('conversation.getMany', { ...getMany, options })).message).toContain('which');
		expect(rig.requests()).toEqual([]);
	});

	it.each(['page', 'per_page'])('refuses %s for a search that sends its page in the body', async (name) => {
		const options = { pagePlace: 'body', additionalBody: JSON.stringify({ [name]: 3 }) };
		const error = await rig.failure('conversation.search', { query: 'order', returnAll: true, options });
		expect(error.message).toBe(
			`'Advanced: Additional Body (JSON)' has '${name}', which this operation sets itself`,
		);
		expect(rig.requests()).toEqual([]);
	});

	it.each(['savedReply.getMany', 'knowledgeBase.getMany', 'tag.getMany'])(
		'refuses a page in the query of %s',
		async (key) => {
			const error = await rig.failure(key, {
				returnAll: true,
				options: { additionalQuery: '{"per-page": 5, "page": 3}' },
			});
			expect(error.message).toContain("has 'per-page', which this operation sets itself");
			expect(error.description).toContain('Remove it');
			expect(rig.requests()).toEqual([]);
		},
	);
});
