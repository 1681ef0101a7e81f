import type { OperationId } from '../../../contract/endpoints';
import type { Clock } from '../../../transport/clock';
import { readCredential } from '../../../transport/credential';
import { Priority } from '../../../transport/rateLimit';
import { createSend } from '../../../transport/send';
import { createTransport } from '../../../transport/transport';
import { RequestBudget } from '../budget';
import type { ServiceReport } from '../report';
import type { Surroundings } from '../surroundings';
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

/** Shows what will be done, and asks whoever sits at the terminal for a "yes". Without a terminal nobody can say it. */
export function agreedBy({ ask, tell }: Pick<Surroundings, 'ask' | 'tell'>): TryOptions['agreed'] {
	return async (plan) => {
		tell(`${plan.join('\n')}\n`);
		const answer = await ask?.('Type yes to begin: ', false);
		if (answer?.toLowerCase() === 'yes') return true;
		tell(`${ask ? 'Not begun' : 'There is no terminal to ask at'}: nothing was written.\n`);
		return false;
	};
}

/** The report with what the writes showed; endpoints that did what they are for count as answering. */
export function withWrites(report: ServiceReport, writes: WriteFindings | undefined): ServiceReport {
	if (!writes) return report;
	const endpoints = { ...report.endpoints };
	for (const [operationId, { state }] of Object.entries(writes)) if (state === 'done') endpoints[operationId as OperationId] = { state: 'answers' };
	return { ...report, endpoints, writes };
}
