import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint, OperationId } from '../../contract/endpoints';
import type { ApiRequest, PageSize, Send } from '../../transport';
import type { Input, Inputs } from '../shared/field';
import type { Lookup } from '../shared/lookup/lookup';
import type { Simple } from '../shared/simplify';

/** What can harm, or who will read it. */
export type Notice = 'forTeam' | 'toCustomer' | 'reply' | 'sentOut' | 'merged' | 'noUndo' | 'forGood';

/** A file that an item brings along. */
export interface InputFile {
	bytes: Buffer;
	name: string;
	/** Its media type. */
	type: string;
}

/** All that an output needs to fetch an operation's records. */
export interface Call {
	send: Send;
	request: ApiRequest;
	input: Input;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	sleep: (ms: number) => Promise<void>;
	/** Ms since the epoch. */
	now: () => number;
	/** Of the helpdesk's API. */
	origin: string;
	/** Stands for the run that the item is of, in all its tries. */
	run: object;
	/** The operation's own, where it has one. */
	endpoint?: Endpoint;
	/** What is known of the largest page of this listing. */
	pageSize?: PageSize;
	/** Reads the file in a binary field of the item; for uploads. */
	readFile: (binaryField: string) => Promise<InputFile>;
	/** For reads beside the operation's own requests. */
	lookup: Lookup;
	/** Stores bytes the way this n8n is set up to; for downloads. */
	toBinary: (bytes: Buffer, fileName?: string, mimeType?: string) => Promise<INodeExecutionData['binary']>;
}

/** Sends what an operation needs and gives its output items; links to the input are added outside. */
export interface Output {
	(call: Call): Promise<INodeExecutionData[]>;
	form: Form;
}

/**
 * What is known of an operation's items before it ran: from it the schemas are made by which the editor offers fields
 * for dragging. Empty where nothing is known.
 */
export interface Form {
	/** The item is the record that the contract names for the endpoint (`x-record`). */
	record?: true;
	/** What is kept of the record unless the user wants all of it. */
	simple?: Simple;
	/** What the node itself puts there, by name. */
	fields?: Record<string, 'string' | 'boolean' | 'integer' | 'array' | 'object'>;
}

/** One choice of the Operation dropdown. Adding one is one such object in the file of its resource. */
export interface Operation extends Inputs {
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
	/** Endpoints that its output calls beside that one. */
	alsoUses?: OperationId[];
	/** Changes the body that the sent fields make up. Throws InputError for what only shows in combination. */
	body?: (input: Input, fields: IDataObject) => IDataObject;
	/** Makes the whole request, where the fields alone do not. */
	request?: (input: Input, baseUrl: string) => ApiRequest;
	/** In a yellow notice above its fields; that it is provisional is said by itself. */
	notice?: Notice;
	/** Where its provisional endpoint is not there: the documented operation that serves, as "Resource → Operation, and how". */
	instead?: string;
	/** What takes back what it writes, as words that follow a colon; absent where no operation does. A model reads it. */
	undo?: string;
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
