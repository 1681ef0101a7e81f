import { methodAndPath } from '../../../nodes/shared/endpoint';
import { contractEndpoints } from '../../contract/contractRows';
import { startNodeRig, type NodeRig } from '../../support/nodeRig';
import { withEndpoint } from '../../support/operations';
import { samples } from '../../support/samples';

/** All that writes with a body; the body of custom fields is whatever the user names, a search writes nothing, and a file's name twice is refused. */
const OTHERS = ['conversation.setCustomFields', 'message.attachFile'];

/** Of these nobody knows a field. */
const WITHOUT_OWN_FIELDS = ['savedReply.use'];
const writing = withEndpoint.flatMap(([key, operation, endpoint]) => {
	const { bodySchema } = contractEndpoints.find((each) => each.key === methodAndPath(endpoint))!;
	if (!bodySchema || endpoint.readOnly || OTHERS.includes(key) || bodySchema.maxProperties === 0) return [];
	return [[key, operation] as const];
});

describe('Additional Body, since the field lists of the API documentation are not said to be complete', () => {
	let rig: NodeRig;
	beforeAll(async () => (rig = await startNodeRig({ conversations: 60 })));
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	it('is looked at with every operation that has a body', () => expect(writing.length).toBeGreaterThan(20));

	it.each(writing)(
		'%s sends it beside its own fields, and refuses it, rather than to drop it in silence, where it names one of those',
		async (key, operation) => {
			const collection = (['additionalFields', 'updateFields', 'options'] as const).find((name) =>
				operation[name]?.some(({ property }) => property.name === 'additionalBody'),
			)!;
			const bodyWith = async (additionalBody: object) => {
				rig.sandbox.reset();
				const { parameters } = samples[key]!(rig.sandbox);
				const chosen = { ...(parameters[collection] as object), additionalBody: JSON.stringify(additionalBody) };
				const failed = await rig.run(key, { ...parameters, [collection]: chosen }).catch((error: Error) => error.message);
				if (typeof failed === 'string' && failed.includes('Additional Body'))
					return { failed, sent: rig.sandbox.requests().filter(({ method }) => method !== 'GET').length };
				return rig.sandbox
					.requests()
					.filter(({ body }) => body)
					.at(-1)!.body as Record<string, unknown>;
			};
			const body = await bodyWith({ unseen_field: 7 });
			expect(body).toHaveProperty('unseen_field', 7);
			const names = Object.keys(body).filter((name) => name !== 'unseen_field');
			expect(names.length > 0).toBe(!WITHOUT_OWN_FIELDS.includes(key));
			for (const name of names) {
				expect(await bodyWith({ [name]: 'replaced', unseen_field: 7 })).toEqual({
					failed: `'Advanced: Additional Body (JSON)' has '${name}', which another field of this operation sets`,
					sent: 0,
				});
				expect(await bodyWith({ [name]: body[name], unseen_field: 7 })).toEqual(body);
			}
		},
	);

	it.each(['page', 'per_page'])('refuses %s for a search whose page stands in the body: each request sets it', async (name) => {
		const options = { pagePlace: 'body', additionalBody: JSON.stringify({ [name]: 3 }) };
		const error = await rig.failure('conversation.search', { query: 'order', returnAll: true, options });
		expect(error.message).toBe(`'Advanced: Additional Body (JSON)' has '${name}', which this operation sets for each page`);
		expect(rig.sandbox.requests()).toEqual([]);
	});

	it.each(['savedReply.getMany', 'knowledgeBase.getMany', 'tag.getMany'])(
		'refuses a page in the query of %s: each request sets it',
		async (key) => {
			const error = await rig.failure(key, { returnAll: true, options: { additionalQuery: '{"per-page": 5, "page": 3}' } });
			expect(error.message).toContain("has 'page', which this operation sets for each page");
			expect(rig.sandbox.requests()).toEqual([]);
		},
	);
});
