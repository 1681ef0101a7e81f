import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig();

const ids = (sort: 'newest') =>
	rig.sandbox.store.sortedConversations({ organizationId: 'org_acme' }, sort).map(({ record }) => record.id);
const given = async (operation: string, parameters: INodeParameters) =>
	(await rig.run(operation, { returnAll: true, ...parameters })).map(({ json }) => json.id);
const sentOrders = () =>
	rig.requests().map(({ query, body }) => [query.sort, (body as { sort?: string } | undefined)?.sort]);

describe('the option Sort', () => {
	it.each(['query', 'body'])('is sent where a search sends its page: in the %s', async (pagePlace) => {
		const search = async (sort: string) =>
			await given('conversation.search', { query: 'e', options: { pagePlace }, sorting: { sort } });
		const all = ids('newest');
		expect(all).toEqual(expect.arrayContaining(await search('newest')));
		expect(await search('oldest')).toEqual((await search('newest')).reverse());
		expect((await search('priority')).length).toBeGreaterThan(50);
		const [inQuery, inBody] = sentOrders().at(-1)!;
		expect([inQuery, inBody]).toEqual(pagePlace === 'query' ? ['priority', undefined] : [undefined, 'priority']);
	});

	it('sends any value unchanged for the tags of an inbox', async () => {
		await given('inbox.getTags', { inboxId: byId('inbox_support'), sorting: { sort: '={{ "name" }}' } });
		expect(sentOrders()).toEqual([['name', undefined]]);
	});

	it('is not sent by default', async () => {
		await given('conversation.search', { query: 'order' });
		expect(sentOrders()).toEqual(expect.arrayContaining([[undefined, undefined]]));
		expect(
			sentOrders()
				.flat()
				.filter((sort) => sort !== undefined),
		).toEqual([]);
	});

	it('leaves a sort in Additional Body unchanged if it is off', async () => {
		await given('conversation.search', { query: 'order', options: { additionalBody: '{"sort": "oldest"}' } });
		expect(sentOrders()[0]).toEqual([undefined, 'oldest']);
	});
});
