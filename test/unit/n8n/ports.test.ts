import { createServer } from 'node:http';
import { once } from 'node:events';

import { startSandbox } from '../../../sandbox';
import { onFreePort } from '../../../tools/n8n/start';

it('a server whose port is taken at the moment of listening gets the next one', async () => {
	const other = createServer();
	const tried: number[] = [];
	const sandbox = await onFreePort(undefined, async (port) => {
		tried.push(port);
		if (!other.listening) await once(other.listen(port, '127.0.0.1'), 'listening');
		return await startSandbox({ port, conversations: 0 });
	});
	expect(tried).toHaveLength(2);
	expect(sandbox.baseUrl).toBe(`http://127.0.0.1:${tried[1]}/v1`);
	await sandbox.close();
	other.close();
});
