import {
	createSend,
	Priority,
	type Answer,
	type ApiRequest,
	type Credential,
	type HttpClient,
	type Send,
} from '../../../transport';
import { attached } from './attachments';
import { guards } from './guards/guards';
import { withheld } from './guards/withheld';
import type { Item, SendingItem } from './item';
import { keptInLedger, onceInAllTries, recordedInLedger, type Outputs } from './ledger';
import { afterLostAnswer } from './once/lostAnswers';
import type { OncePer } from './once/onlyOncePer';
import { withReceipt } from './receipt';

// What surrounds an item and its requests, outermost first:
// 1. each item: `runWithSteps`
// 2. each request of its operation: `sendWithSteps`
// 3. the transport: `createSend` (gate, attempts, redirects), and its queue (rate limit)
// 4. each attempt: `recordedInLedger`
// 5. `n8nHttpClient`, and the credential's `authenticate`, which n8n calls: adds the token

/** The steps around an item, innermost first. */
export async function runWithSteps(item: Item, oncePer: OncePer, send: () => Outputs): Outputs {
	const unlessWithheld = async () => await withheld(item, send);
	const oncePerKey = async () => await oncePer(item, unlessWithheld);
	const reported = async () => await withReceipt(item, oncePerKey);
	return await onceInAllTries(item, reported);
}

/** The steps around a request, innermost first. */
async function sendWithSteps(item: SendingItem, request: ApiRequest): Promise<Answer> {
	const kept: Send = async (request) => await keptInLedger(item, request, item.sends.lookUp);
	const withFiles: Send = async (request) => await attached(item, request, kept);
	const guarded: Send = async (request) => await guards(item, request, withFiles);
	return await afterLostAnswer(item, request, guarded);
}

export function startSending(item: Item, credential: Credential, client: HttpClient): SendingItem {
	const { context, operation, scope, transport, ledger, input } = item;
	const recorded: HttpClient = async (request) => await recordedInLedger(sending, request, client);
	const options = {
		client: recorded,
		credential,
		priority: Priority.bulk,
		signal: scope.signal,
		dryRun: input.dryRun === true,
	};
	const sends = {
		withSteps: async (request: ApiRequest) => await sendWithSteps(sending, request),
		lookUp: createSend(transport, { ...options, attempts: input.attempts as number | undefined }),
		once: createSend(transport, { ...options, attempts: 1 }),
		prepare: createSend(transport, { ...options, client }),
	};
	const sending: SendingItem = { context, operation, scope, transport, ledger, input, credential, sends };
	return sending;
}
