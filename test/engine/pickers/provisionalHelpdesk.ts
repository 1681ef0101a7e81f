import fastify from 'fastify';

/** A helpdesk that answers what the specification does not show, each path with the body given. */
export async function startProvisionalHelpdesk(answers: Record<string, (query: { page?: string }) => unknown>) {
	const server = fastify();
	const requests: string[] = [];
	server.addHook('onRequest', async ({ url }) => void requests.push(url));
	for (const [path, answer] of Object.entries(answers)) {
		server.get(`/v1${path}`, async ({ query }) => answer(query as { page?: string }));
	}
	const origin = await server.listen({ host: '127.0.0.1', port: 0 });
	return { credential: { accessToken: 'any', baseUrl: `${origin}/v1` }, requests, close: () => server.close() };
}
