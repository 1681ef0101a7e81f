import type { ExecutionStatus, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

/** An execution as n8n answers it: its data are text in the format of `flatted`. */
export interface StoredExecution {
	id: string;
	status: ExecutionStatus;
	mode: string;
	/** Absent until the execution has begun. */
	data?: string;
}

export interface Execution extends Omit<StoredExecution, 'data'> {
	data: IRunExecutionData;
	/** What the whole run failed with, in n8n's words. */
	error?: string;
}

/** Decodes an execution that has ended. */
export async function readExecution({ id, status, mode, data }: StoredExecution): Promise<Execution> {
	const { parse } = await import('flatted');
	const decoded = parse(data ?? '') as IRunExecutionData;
	return { id, status, mode, data: decoded, error: decoded.resultData.error?.message };
}

/**
 * The items that a node put out, over all its runs.
 *
 * @param output 0 is the first output; an If node's 1 is "false"
 */
export function itemsOf({ data }: Execution, node: string, output = 0): INodeExecutionData[] {
	const runs = data.resultData.runData[node] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}
