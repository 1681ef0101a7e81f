import { startAnsweringHelpdesk } from '../../support/answeringHelpdesk';

/** Returns the teammates in the editor's list for these answers, and the number of requests. */
async function teammates(answer: (page: string) => unknown) {
	const { list, requests, close } = await startAnsweringHelpdesk(({ query }) => ({
		body: answer(new URLSearchParams(query).get('page') ?? '1'),
	}));
	const { results } = await list('teammates');
	await close();
	return { results, requests: requests.length };
}

describe('a list whose form the specification does not show', () => {
	it('may be a bare list, and is sorted by name, address or ID', async () => {
		const { results } = await teammates(() => [
			{ id: 'u3' },
			{ id: 'u2', email: 'ben@acme.example' },
			{ id: 'u1', name: 'Ada', email: 'ada@acme.example' },
		]);
		expect(results).toEqual([
			{ name: 'Me', value: 'me' },
			{ name: 'Ada (ada@acme.example)', value: 'u1' },
			{ name: 'ben@acme.example', value: 'u2' },
			{ name: 'u3', value: 'u3' },
		]);
	});

	it('is read for at most ten pages if it never ends', async () => {
		expect((await teammates(() => ({ data: [{ id: 'u1' }], links: { next: 'http://x' } }))).requests).toBe(10);
	});
});
