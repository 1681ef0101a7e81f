import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

export const withReceipt = (parameters: INodeParameters, more: INodeParameters = {}) => ({
	...parameters,
	options: { ...(parameters.options as INodeParameters), ...more, receipt: true },
});

/** Returns the receipt of an item, failed or not. */
export const receiptOf = ({ json }: INodeExecutionData) =>
	(json.receipt ?? (json.details as IDataObject | undefined)?.receipt) as IDataObject;

export const goesOn = { onError: 'continueErrorOutput' } as const;
