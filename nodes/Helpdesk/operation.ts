import type { IDataObject, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint, OperationId } from '../../contract/endpoints';
import type { ApiRequest, PageSize, Send } from '../../transport';
import type { WhoGotIt } from '../shared/failure';
import type { Field, Input, Inputs } from '../shared/field';
import type { Lookup } from '../shared/lookup/lookup';
import type { Simple } from '../shared/simplify';

/** A yellow notice in the editor. */
export type Notice = 'forTeam' | 'toCustomer' | 'reply' | 'scheduled' | 'sentOut' | 'merged' | 'noUndo' | 'contact' | 'forGood';

export interface InputFile {
	bytes: Buffer;
	name: string;
	type: string;
}

/** Everything an output needs. */
export interface Call {
	send: Send;
	request: ApiRequest;
	input: Input;
	timezone: string;
	now: () => number;
	isTool?: boolean;
	endpoint?: Endpoint;
	/** Page sizes that this list accepts. */
	pageSize?: PageSize;
	/** Additional reads, such as of a tag by name. */
	lookup: Lookup;
	/** For files. */
	context: IExecutePaginationFunctions;
}

/** Sends the requests of an operation and returns its items. */
export interface Output {
	(call: Call): Promise<INodeExecutionData[]>;
	form: Form;
}

/** The fields of an operation's items, which the editor shows before the first run. */
export interface Form {
	/** The field whose value items have as `id`. */
	idField?: string;
	/** The items have the files of the incoming one. */
	keepsFiles?: true;
	/** The item is the record that the contract names (`x-record`). */
	record?: true;
	simple?: Simple;
	/** For a model; by default those of Simplify. */
	forModel?: string[];
	/** Fields that the node adds. */
	fields?: Record<string, 'string' | 'boolean' | 'integer' | 'array' | 'object'>;
}

/** One choice of the Operation dropdown. */
export interface Operation extends Inputs {
	name: string;
	/** Stored in workflows: never change it. */
	value: string;
	/** Shown last: few people need it. */
	isLast?: true;
	/** Shown in the node panel and in errors. */
	action: string;
	description: string;
	/** Absent for API Request. */
	operationId?: OperationId;
	alsoUses?: OperationId[];
	/** Options with the name that a field has in the body. */
	named?: Record<string, Field>;
	/** Changes the body made of the fields. */
	body?: (input: Input, fields: IDataObject) => IDataObject;
	/** Makes the request if method and path depend on the input. */
	request?: (input: Input, baseUrl: string) => ApiRequest;
	/** The text that it writes: a lost answer is settled by it. */
	text?: { kind: 'message' | 'note'; of: (input: Input) => string };
	/** Only If Unchanged Since compares the whole record. */
	watchesChanges?: true;
	notice?: Notice;
	/** The first sentence of its errors, if it can reach a customer. */
	whoGotIt?: WhoGotIt;
	/** What to use if the helpdesk lacks it: "Resource → Operation, and how". */
	instead?: string;
	/** How to reverse it, after a colon. A model reads it. */
	undo?: string;
	output: Output;
}

/** One choice of the Resource dropdown. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: Operation[];
}
