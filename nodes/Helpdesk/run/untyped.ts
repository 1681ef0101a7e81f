import { IRunExecutionData, ITaskDataConnections, IWorkflowExecuteAdditionalData, Logger } from 'n8n-workflow';

/** Members that n8n's type of this context lacks. */
export type Untyped = Partial<{
	runIndex: number;
	inputData: ITaskDataConnections;
	runExecutionData: IRunExecutionData;
	additionalData: IWorkflowExecuteAdditionalData;
	sendMessageToUI(message: string): void;
	logger: Logger;
}>;
