import { IRunExecutionData, ITaskDataConnections, IWorkflowExecuteAdditionalData, Logger } from 'n8n-workflow';

/** Members of n8n's contexts of pagination functions that their type lacks. */
export type Untyped = Partial<{
	runIndex: number;
	inputData: ITaskDataConnections;
	runExecutionData: IRunExecutionData;
	additionalData: IWorkflowExecuteAdditionalData;
	sendMessageToUI(message: string): void;
	logger: Logger;
}>;
