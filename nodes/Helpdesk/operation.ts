import { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import { ApiRequest, Send } from '../../transport';
import { WhoGotIt, Field, Input, Inputs, Lookup, Simple, Endpoint, OperationId } from '../shared';

/** What an operation gets for one item. */
export interface Call {
	/** Origin of the base URL, for keys: two helpdesks may use the same IDs. */
	origin: string;
	/** With the steps of `sendWithSteps` in runItem.ts. */
	send: Send;
	request: ApiRequest;
	input: Input;
	timezone: string;
	now: () => number;
	isTool?: boolean;
	/** Called with the number of records, if the node applies no filter; undefined if it is not shown. */
	onTotal?: (total: number | undefined) => void;
	endpoint?: Endpoint;
	lookup: Lookup;
	context: IExecutePaginationFunctions;
}

export type Notice =
	'forTeam' | 'asks' | 'toCustomer' | 'reply' | 'scheduled' | 'sentOut' | 'merged' | 'noUndo' | 'contact' | 'forGood';

export type Outputs = Promise<INodeExecutionData[]>;

export interface Output {
	(call: Call): Outputs;
	form: Form;
}

/** What the items of an output contain. The editor shows these fields before the first run. */
export interface Form {
	/** The field of the input that becomes `id`. */
	idField?: string;
	keepsFiles?: true;
	/** The item is the record that the contract names (`x-record`). */
	record?: true;
	simple?: Simple;
	/** Fields for a model; default: Simplify's. */
	forModel?: string[];
	/** Added to the item of a failure (with Continue), a guard or Dry Run. */
	unlessDone?: IDataObject;
	/** Fields that the node adds. */
	fields?: Record<string, 'string' | 'boolean' | 'integer' | 'array' | 'object'>;
}

export interface Operation extends Inputs {
	name: string;
	/** Workflows store it: never change it. */
	value: string;
	/** Listed last, because few need it. */
	isLast?: true;
	action: string;
	description: string;
	operationId?: OperationId;
	alsoUses?: OperationId[];
	/** By field: the option that contains its name in the API. */
	named?: Record<string, Field>;
	body?: (input: Input, fields: IDataObject) => IDataObject;
	/** Makes the request if method and path depend on the input. */
	request?: (input: Input, baseUrl: string) => ApiRequest;
	/** The written text, searched for after a lost answer. */
	text?: { kind: 'message' | 'note'; of: (input: Input) => string };
	/** Offers Only If Unchanged Since, which compares the whole record. */
	watchesChanges?: true;
	notice?: Notice;
	/** First sentence of errors, if a customer can be reached. */
	whoGotIt?: WhoGotIt;
	/** What to use instead: "Resource → Operation, and how". */
	instead?: string;
	/** For a model: how to reverse the operation. */
	undo?: string;
	output: Output;
}

export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}
