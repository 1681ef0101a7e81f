import { IExecutePaginationFunctions, INode } from 'n8n-workflow';

import { Credential, Send, Transport } from '../../../transport';
import { Input, readInput } from '../../shared';
import { Operation } from '../operation';
import { Ledger } from './ledger';
import { RunScope } from './scope';

export function isTool({ type }: Pick<INode, 'type'>) {
	return type.endsWith('Tool');
}

/** An incoming item, in one attempt. */
export class Item {
	/** The input, if a step has read it. */
	inputSoFar?: Input;

	constructor(
		readonly context: IExecutePaginationFunctions,
		readonly operation: Operation,
		readonly scope: RunScope,
		readonly transport: Transport,
		readonly ledger: Ledger,
	) {}

	/** Read on first use. Throws {InputError} for the first wrong field. */
	get input() {
		return (this.inputSoFar ??= readInput(this.context, this.operation, this));
	}

	/** In ms since the epoch, for times that people enter. */
	get now() {
		const { clock } = this.transport;
		return (clock.date ?? clock.now)();
	}

	get node() {
		return this.scope.node(this.context);
	}

	get isTool() {
		return isTool(this.node);
	}
}

/** An item that can send. Its input has been read. */
export interface SendingItem extends Item {
	credential: Credential;
	sends: Sends;
}

/** Ways to send. Each passes the transport: `passGate`, attempts, rate limit, HTTP client. */
interface Sends {
	/** The operation's requests, with all steps of `sendWithSteps`. */
	withSteps: Send;
	/** Look-ups, and the requests that have passed these steps. */
	toHelpdesk: Send;
	/** Reads after a lost answer, without retries. */
	singleAttempt: Send;
	/** Requests before the write, such as saving a draft. The ledger ignores them, because they reach no customer. */
	unrecorded: Send;
}

export function actedOn({ operation, input }: Item): { id?: string } {
	const { idField } = operation.output.form;
	const id = idField === undefined ? undefined : input[idField];
	return typeof id === 'string' ? { id } : {};
}
