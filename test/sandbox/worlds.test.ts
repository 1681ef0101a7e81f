import { factNames, openFacts } from '../../contract/worlds';
import { startClient, type Client } from './client';
import { observations } from './worlds/observations';

let client: Client;
beforeAll(async () => {
	client = await startClient({ conversations: 240 });
});
afterAll(() => client.sandbox.close());

const cases = factNames.flatMap((fact) => openFacts[fact].values.map((value) => [fact, value] as const));

describe('every fact that the contract leaves open is obeyed', () => {
	it.each(cases)('%s: %s', async (fact, value) => {
		client.clock.ms = Date.parse('2026-03-02T09:00:00Z');
		client.sandbox.reset({ world: { [fact]: value } });
		expect(await observations[fact].see(client)).toEqual((observations[fact].expected as Record<string, unknown>)[value]);
	});
});

it('a world with its several facts is changed in one of them while the sandbox runs', async () => {
	client.sandbox.reset({ world: { idType: 'number', singleRecord: 'bare' } });
	client.sandbox.settings({ world: { idType: 'text' } });
	expect((await client.call('GET', '/me')).data.id).toBe('user_ada');
});
