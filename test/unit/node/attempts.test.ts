import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { onceInAllAttempts } from '../../../nodes/Helpdesk/run/once/attempts';
import type { WriteTracker } from '../../../nodes/Helpdesk/run/once/writeTracker';
import { ApiError, DroppedError } from '../../../transport';

const POST = { method: 'POST', path: '/conversation/c1/note' } as const;

it('an item that was dropped on its way to another sending tells in the next attempt what its sending before left open', async () => {
	const data = {};
	const context = { getExecuteData: () => data, getItemIndex: () => 0, getInputData: () => [] } as unknown as IExecutePaginationFunctions;
	const attempt = async (task: (tracker: WriteTracker) => Promise<INodeExecutionData[]>) => await onceInAllAttempts(context, 'Helpdesk 0', task);
	const open = new ApiError(POST, { kind: 'noAnswer', ending: 'broken', code: 'ECONNRESET' }, true, 1);
	const first = attempt(async (tracker) => {
		await tracker
			.over(async () => await Promise.reject(open))(POST)
			.catch(() => undefined);
		throw new DroppedError();
	});
	await expect(first).rejects.toBeInstanceOf(DroppedError);
	await expect(attempt(async () => await Promise.resolve([]))).rejects.toBe(open);
});
