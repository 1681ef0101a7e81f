import { ObservableObject, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { startRawServer } from '../../../support/rawServer';
import { startNode } from '../../../support/runNode';
import { VirtualClock } from '../../../support/virtualClock';
import type { HostileCase } from './cases';
import { operations } from './operations';
import { neverAccepting, REFUSING } from './nowhere';
import { watchRequests, type Begun } from './begun';
import { startHostile, type Hostile } from './hostile';

export const TOKEN = 'TOKEN-SECRET-0123456789';
export const NOTE_TEXT = 'NOTE-SECRET';

/** The time-out (ms) while the helpdesk fails. It is short, because some faults never end. */
const TIMEOUT_MS = 250;

/** The time-out (ms) while the helpdesk works, long enough for a machine that stalls for a minute. */
const PATIENT_MS = 600_000;

/** Real time (ms) after a run in which no further request may start. */
const QUIET_MS = 12;

/**
 * Real time (ms) without a new request after which a run counts as endless. The total time has no limit, because a
 * download may wait for twelve deadlines.
 */
const MAX_STILL_MS = 300_000;

/** More requests than any case needs. A run that sends more counts as endless too. */
const MAX_REQUESTS = 5_000;

const LOOKS_EVERY_MS = 1_000;

/** The result of an execution: the last try's output, or the error that stops the workflow. */
interface Result {
	outputs?: INodeExecutionData[];
	error?: Error & { context?: { itemIndex?: number } };
	endless?: boolean;
}

export interface Execution extends Result {
	/** Number of times each change was applied by the end of the execution. */
	applied: Map<string, number>;
	/** Number of requests that started after its end. */
	late: number;
}

export interface Ran {
	hostile: Hostile;
	first: Execution;
	/** The second execution with the same keys, if the case has keys. The helpdesk works by then. */
	second?: Execution;
	tokenElsewhere: boolean;
}

export const idsOf = ({ items }: Pick<HostileCase, 'items'>) =>
	Array.from({ length: items }, (_, index) => `c${index}x`);

/** Runs a case in n8n's engine over real sockets, with its tries and its static data. */
export async function runCase(drawn: HostileCase) {
	const elsewhere: string[] = [];
	const other = await startRawServer({
		requested: ({ headers }, stream) => {
			elsewhere.push(JSON.stringify(headers));
			stream.end('HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\n{}');
		},
	});
	const hostile = await startHostile(drawn, other.port);
	const begun = watchRequests(hostile.server.port);
	try {
		let clock = new VirtualClock();
		let transport = clock.newTransport();
		let saved = '{}';
		const execute = async (faulty: boolean) => {
			const staticData = ObservableObject.create(JSON.parse(saved) as IDataObject);
			const credential = { accessToken: TOKEN, baseUrl: await addressOf(drawn, hostile, faulty) };
			const tryIt = startNode(transport, {
				credential,
				staticData,
				parameters: parametersOf(drawn, faulty ? TIMEOUT_MS : PATIENT_MS),
				items: idsOf(drawn).map((id) => ({ json: { id, text: `${NOTE_TEXT} ${id}` } })),
				onError: drawn.onError,
				retryOnFail: drawn.tries > 1,
				mode: 'trigger',
			});
			const result = await ended(tried(tryIt, faulty ? drawn.tries : 1), begun);
			saved = JSON.stringify(staticData);
			const end = performance.now();
			await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
			for (let waited = 0; clock.timers > 0 && waited < 100; waited += 1)
				await new Promise((resolve) => setTimeout(resolve, 1));
			return { ...result, applied: new Map(hostile.helpdesk.applied), late: begun.since(end) };
		};
		const first = await execute(true);
		if (!drawn.onlyOncePer)
			return { hostile, first, tokenElsewhere: elsewhere.some((headers) => headers.includes(TOKEN)) };
		hostile.heal();
		if (drawn.restarted) {
			clock = new VirtualClock();
			transport = clock.newTransport();
		}
		const second = await execute(false);
		return { hostile, first, second, tokenElsewhere: elsewhere.some((headers) => headers.includes(TOKEN)) };
	} finally {
		begun.stop();
		await Promise.all([hostile.server.close(), other.close()]);
	}
}

async function ended(result: Promise<Result>, { count }: Begun) {
	let timer: NodeJS.Timeout | undefined;
	const endless = new Promise<Result>((resolve) => {
		let [seen, stillMs] = [count(), 0];
		timer = setInterval(() => {
			stillMs = count() > seen ? 0 : stillMs + LOOKS_EVERY_MS;
			seen = count();
			if (stillMs >= MAX_STILL_MS || seen > MAX_REQUESTS) resolve({ endless: true });
		}, LOOKS_EVERY_MS);
	});
	return await Promise.race([result, endless]).finally(() => clearInterval(timer));
}

/** Tries a node again as n8n does: after a thrown error, and if the first output item failed. */
async function tried(tryIt: () => Promise<INodeExecutionData[]>, tries: number) {
	let result: Result = {};
	for (let attempt = 0; attempt < tries; attempt += 1) {
		result = await tryIt().then(
			(outputs) => ({ outputs }),
			(error: Error) => ({ error }),
		);
		if (result.outputs && result.outputs[0]?.json.error === undefined) break;
	}
	return result;
}

async function addressOf({ address, scheme }: HostileCase, { server }: Hostile, faulty: boolean) {
	if (!faulty || !address) return `${scheme}://127.0.0.1:${server.port}/v1`;
	return `${scheme}://127.0.0.1:${address === 'refused' ? REFUSING : await neverAccepting()}/v1`;
}

function parametersOf(drawn: HostileCase, timeout: number) {
	const { name, parameters } = operations[drawn.operation]!;
	const [resource, operation] = name.split('.');
	const options = {
		...(parameters.options as IDataObject | undefined),
		...(drawn.onlyOncePer && { onlyOncePer: '={{ $json.id }}' }),
		...(drawn.sendAgainIfMissing && { sendAgainIfMissing: true }),
	};
	return { resource: resource!, operation: operation!, ...parameters, options, requestOptions: { timeout } } as never;
}
