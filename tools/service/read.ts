import { endpoints, type Endpoint, type OperationId } from '../../contract/endpoints';
import { ApiError } from '../../transport/apiError';
import type { Clock } from '../../transport/clock';
import { readCredential } from '../../transport/credential';
import { Priority } from '../../transport/rateLimit';
import { createSend } from '../../transport/send';
import { createTransport, type Transport } from '../../transport/transport';
import { BudgetSpentError, RequestBudget } from './budget';
import type { Ask, Reading, Readings } from './reading';
import { questions } from './questions';
import { observedWire } from './wire';

export interface ReadOptions {
	baseUrl: string;
	token: string;
	/** An inbox to look at, for a helpdesk that does not list its own. */
	inbox?: string;
	clock: Clock;
	transport?: Transport;
	budget?: RequestBudget;
	/** What to ask; by default everything that reading can show. */
	plan?: (ask: Ask, inbox?: string) => Promise<void>;
	/** Told before each request how many were sent, and what is asked. */
	progress?: (spent: number, operationId: OperationId) => void;
}

/** The helpdesk did not let itself be read at all. The message is for a person. */
export class UnreadHelpdeskError extends Error {
	override readonly name = 'UnreadHelpdeskError';
}

/**
 * Reads a helpdesk through the pack's own transport: never more than the budget, never above the limit, and with a credential
 * for which the gate lets no write through.
 *
 * @throws {InputError} for an address or a token that cannot be right, {UnreadHelpdeskError} where the first question fails
 */
export async function readHelpdesk(options: ReadOptions): Promise<Readings> {
	const { baseUrl, token, clock, transport = createTransport(clock), budget = new RequestBudget(), plan = questions, progress } = options;
	const credential = readCredential({ baseUrl, accessToken: token, readOnly: true });
	const { wire, last, passing } = observedWire(credential.baseUrl, token.trim(), budget);
	const send = createSend(transport, { wire, credential, priority: Priority.bulk });
	const readings: Reading[] = [];
	const ask: Ask = async ({ operationId, purpose = 'plain', ids = {}, query, body }) => {
		if (budget.left === 0) throw new BudgetSpentError();
		progress?.(budget.spent, operationId);
		const { method, path, readOnly }: Endpoint = endpoints[operationId];
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]!));
		await send({ method, path: filled, query, body, readOnly }).catch((error: Error) => {
			if (!(error instanceof ApiError)) throw error;
		});
		const reading: Reading = { operationId, purpose, query, body, answer: last(), at: clock.now() };
		readings.push(reading);
		if (readings.length === 1) refuseUnread(reading);
		return reading;
	};
	await plan(ask, options.inbox).catch((error: Error) => {
		if (!(error instanceof BudgetSpentError)) throw error;
	});
	return { readings, passing, requests: budget.spent };
}

function refuseUnread({ answer }: Reading): void {
	if (answer === null)
		throw new UnreadHelpdeskError('The helpdesk could not be reached. Check the address, and whether this machine gets through to it.');
	if (answer.status === 401)
		throw new UnreadHelpdeskError(
			'The helpdesk did not accept the token: it is missing, expired or revoked. Create a new one under Integrations, API Keys.',
		);
	if (typeof answer.body !== 'object') throw new UnreadHelpdeskError('A web page came back instead of data. Check the address: it ends with /v1.');
}
