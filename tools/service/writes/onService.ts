import type { OperationId } from '../../../contract/endpoints';
import type { Clock } from '../../../transport/clock';
import { readCredential } from '../../../transport/credential';
import { Priority } from '../../../transport/rateLimit';
import { createSend } from '../../../transport/send';
import { createTransport } from '../../../transport/transport';
import { RequestBudget } from '../budget';
import { prompt } from '../prompt';
import type { ServiceReport } from '../report';
import { observedWire } from '../wire';
import { strictWire } from './strictWire';
import { tryWrites, type TryOptions, type WriteFindings } from './tryWrites';

export interface ServiceOptions extends Pick<TryOptions, 'conversationId' | 'agreed' | 'tell'> {
	baseUrl: string;
	token: string;
	clock: Clock;
}

/** As `tryWrites`, on the helpdesk at an address. Only the writes themselves have a credential with which the gate lets them through. */
export async function tryWritesOn({ baseUrl, token, clock, ...options }: ServiceOptions): Promise<WriteFindings | undefined> {
	const transport = createTransport(clock);
	const data = { baseUrl, accessToken: token };
	const [reading, writing] = [readCredential({ ...data, readOnly: true }), readCredential(data)];
	const { wire } = observedWire(reading.baseUrl, token.trim(), new RequestBudget());
	const read = createSend(transport, { wire, credential: reading, priority: Priority.bulk });
	const write = createSend(transport, { wire: strictWire(wire), credential: writing, priority: Priority.bulk });
	return await tryWrites({ read, write, now: () => clock.now(), ...options });
}

/** Shows what will be done and asks for a "yes". Without a terminal nobody can say it. */
export async function agreedAtTerminal(plan: string[]): Promise<boolean> {
	process.stdout.write(`${plan.join('\n')}\n`);
	if (process.stdin.isTTY && (await prompt('Type yes to begin: ')).toLowerCase() === 'yes') return true;
	process.stdout.write(`${process.stdin.isTTY ? 'Not begun' : 'There is no terminal to ask at'}: nothing was written.\n`);
	return false;
}

/** The report with what the writes showed; endpoints that did what they are for count as answering. */
export function withWrites(report: ServiceReport, writes: WriteFindings | undefined): ServiceReport {
	if (!writes) return report;
	const endpoints = { ...report.endpoints };
	for (const [operationId, { state }] of Object.entries(writes)) if (state === 'done') endpoints[operationId as OperationId] = { state: 'answers' };
	return { ...report, endpoints, writes };
}
