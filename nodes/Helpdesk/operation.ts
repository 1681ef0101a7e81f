import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Endpoint, OperationId } from '../../contract/endpoints';
import type { ApiRequest, PageSize, Send } from '../../transport';
import type { Lookup } from './lookup/lookup';

/** What a reader may know beside the value. */
export interface ReadContext {
	/** The field's name in the editor, for error texts. */
	label: string;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** Ms since the epoch. */
	now: number;
}

/** One input of an operation: what the editor shows, and what of its value is sent. */
export interface Field {
	/** `name` is the camelCase of the API's field; display conditions are added from the operations that use it. */
	property: INodeProperties;
	/**
	 * Checks the value and gives what the API takes; undefined leaves it out.
	 * Throws InputError in the editor's words.
	 */
	read: (value: unknown, context: ReadContext) => unknown;
	/** Turns what was read into what the API takes, where the helpdesk must be asked for it first. */
	resolve?: (value: unknown, input: Input, lookup: Lookup) => Promise<unknown>;
	/** False for a field that steers the node and is not sent under its own name. */
	sent?: false;
}

/** The fields of an operation after reading, by their name, whatever collection they stand in. */
export type Input = Record<string, unknown>;

/** All that an output needs to fetch an operation's records. */
export interface Call {
	send: Send;
	request: ApiRequest;
	input: Input;
	sleep: (ms: number) => Promise<void>;
	/** The operation's own, where it has one. */
	endpoint?: Endpoint;
	/** What is known of the largest page of this listing. */
	pageSize?: PageSize;
	/** Stores bytes the way this n8n is set up to; for downloads. */
	toBinary: (bytes: Buffer, fileName?: string, mimeType?: string) => Promise<INodeExecutionData['binary']>;
}

/** Sends what an operation needs and gives its output items; links to the input are added outside. */
export type Output = (call: Call) => Promise<INodeExecutionData[]>;

/** The collections of optional fields, named as n8n names them. */
export const COLLECTIONS = ['additionalFields', 'updateFields', 'filters', 'options'] as const;

/** One choice of the Operation dropdown. Adding one is one such object in the file of its resource. */
export interface Operation extends Partial<Record<(typeof COLLECTIONS)[number], Field[]>> {
	name: string;
	/** Stored in workflows: never changed. */
	value: string;
	/** Shown in the node panel, and the first words of every error. */
	action: string;
	description: string;
	/**
	 * Of the endpoint, in the contract, which says all else about it. A name in its path is filled from the field
	 * of its camelCase name. Absent where the user chooses method and path.
	 */
	operationId?: OperationId;
	/** Endpoints that its output calls after that one. */
	alsoUses?: OperationId[];
	/** Shown above the collections, in this order. */
	fields?: Field[];
	/** Changes the body that the sent fields make up. Throws InputError for what only shows in combination. */
	body?: (input: Input, fields: IDataObject) => IDataObject;
	/** Makes the whole request, where the fields alone do not. */
	request?: (input: Input, baseUrl: string) => ApiRequest;
	output: Output;
}

/** One choice of the Resource dropdown. */
export interface Resource {
	name: string;
	/** Stored in workflows: never changed. */
	value: string;
	description: string;
	operations: Operation[];
}
