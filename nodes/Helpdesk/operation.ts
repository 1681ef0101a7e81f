import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Endpoint, OperationId } from '../../contract/endpoints';
import type { ApiRequest, PageSize, Send } from '../../transport';
import type { WhoGotIt } from '../shared/failure';
import type { Input, Inputs } from '../shared/field';
import type { Lookup } from '../shared/lookup/lookup';
import type { Simple } from '../shared/simplify';

/** A yellow notice: what cannot be undone, or who reads the text. */
export type Notice = 'forTeam' | 'toCustomer' | 'reply' | 'sentOut' | 'merged' | 'noUndo' | 'contact' | 'forGood';

/** A file of the incoming item. */
export interface InputFile {
	bytes: Buffer;
	name: string;
	/** Its media type. */
	type: string;
}

/** What an output needs to fetch an operation's records. */
export interface Call {
	send: Send;
	request: ApiRequest;
	input: Input;
	/** IANA name of the workflow's time zone. */
	timezone: string;
	/** Ms since the epoch. */
	now: () => number;
	/** The node is a tool of an AI agent. */
	isTool?: boolean;
	/** The operation's endpoint; absent for API Request. */
	endpoint?: Endpoint;
	/** The page sizes that this list is known to accept. */
	pageSize?: PageSize;
	/** Reads the file in a binary field of the item; for uploads. */
	readFile: (binaryField: string) => Promise<InputFile>;
	/** Additional reads, such as a tag by its name. */
	lookup: Lookup;
	/** Stores a download as n8n's binary data. */
	toBinary: (bytes: Buffer, fileName?: string, mimeType?: string) => Promise<INodeExecutionData['binary']>;
}

/** Sends an operation's requests and returns its items. `runItem` links them to the input. */
export interface Output {
	(call: Call): Promise<INodeExecutionData[]>;
	form: Form;
}

/**
 * What an operation's items contain, before it ran. The build makes schemas of it, with which the editor offers fields for
 * dragging. Empty if nothing is known.
 */
export interface Form {
	/** The field whose value the items have as `id`: after a write to a conversation that is the conversation. */
	idField?: string;
	/** The items have the files of the incoming one. */
	keepsFiles?: true;
	/** The item is the record that the contract names for the endpoint (`x-record`). */
	record?: true;
	/** The fields that Simplify keeps. */
	simple?: Simple;
	/** The fields for a model; by default those of Simplify. */
	forModel?: string[];
	/** The fields that the node adds, by name. */
	fields?: Record<string, 'string' | 'boolean' | 'integer' | 'array' | 'object'>;
}

/** One choice of the Operation dropdown. To add one, add such an object to the file of its resource. */
export interface Operation extends Inputs {
	name: string;
	/** Stored in workflows: never changed. */
	value: string;
	/** Shown last in its resource, because few people need it. */
	isLast?: true;
	/** Shown in the node panel, and the first words of every error. */
	action: string;
	description: string;
	/**
	 * The endpoint in the contract. A name in its path is filled from the field of the same camelCase name. Absent if the user
	 * chooses method and path.
	 */
	operationId?: OperationId;
	/** Further endpoints that its output calls. */
	alsoUses?: OperationId[];
	/** Changes the body that is made of the fields. Throws InputError if they contradict each other. */
	body?: (input: Input, fields: IDataObject) => IDataObject;
	/** Makes the whole request, if method and path depend on the input. */
	request?: (input: Input, baseUrl: string) => ApiRequest;
	/** The text that it writes into a conversation, by which a lost answer is found. */
	text?: { kind: 'message' | 'note'; of: (input: Input) => string };
	/** Only If Unchanged Since with a time respects every change of the conversation; by default only messages. */
	watchesChanges?: true;
	/** A yellow notice above its fields. An unconfirmed operation has its own. */
	notice?: Notice;
	/** If a customer can receive what it sends: the first sentence of its errors. */
	whoGotIt?: WhoGotIt;
	/** The documented operation to use if the helpdesk lacks this one, as "Resource → Operation, and how". */
	instead?: string;
	/** The operation that reverses it, as words that follow a colon; absent if none does. A model reads it. */
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
