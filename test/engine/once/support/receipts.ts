import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

/** The same parameters with Receipt switched on, and more options. */
export const withReceipt = (parameters: INodeParameters, more: INodeParameters = {}): INodeParameters => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters), ...more, receipt: true },
});

/** The receipt of an item, whether it failed or not. */
export const receiptOf = ({ json }: INodeExecutionData): IDataObject =>
	(json.receipt ?? (json.details as IDataObject | undefined)?.receipt) as IDataObject;

/** Failed items are output. */
export const goesOn = { onError: 'continueErrorOutput' } as const;
