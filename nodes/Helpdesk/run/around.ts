import { createSend, Priority, ApiRequest, Credential, HttpClient, Send } from '../../../transport';
import { attached } from './attachments';
import { guards } from './guards/guards';
import { withheld } from './guards/withheld';
import type { Item, SendingItem } from './item';
import { keptInLedger, onceInAllTries, recordedInLedger, Outputs } from './ledger';
import { afterLostAnswer } from './once/lostAnswers';
import type { OncePer } from './once/onlyOncePer';
import { withReceipt } from './receipt';
import { unlessRepeated } from './tool/repeats';

// What surrounds a write, outermost first. Steps whose option is off only call `next`. For a read, all steps do, but
// for those of API Request.
// n8n: calls `runItem` for each item; with Retry On Fail, again for all items
// `RunScope`: one attempt of the run, whose items stop when one fails; an item's ledger serves all attempts
// `runItem`: turns a failure into an error or an item; Ask for Approval waits at its end
// `runWithSteps`: around the item; the first step that needs the input reads it
// `sendItem`: the credential, look-ups of names (`resolveInput`), the request (`buildRequest`), and `operation.output`,
// which sends it; then the fields that were asked for, and what a model gets
// `sendWithSteps`: around each request of the operation
// `createSend`: `passGate`, attempts, redirects; its queue keeps the rate limit
// `recordedInLedger`: around each attempt
// `n8nHttpClient`: n8n's request, with a time limit; n8n calls the credential's `authenticate`, which adds the token

/** A model's client gives up after 60 s and repeats the call: a late write would be a second one. */
const TOOL_WAITS_MS = 45_000;

/** The steps around an item, innermost first. */
export async function runWithSteps(item: Item, oncePer: OncePer, outputs: () => Outputs): Outputs {
	/** Turns "not sent" of a guard or Dry Run into an output or an error. */
	const unlessWithheld = () => withheld(item, outputs);
	/** Only Once Per: skips an item whose key was used. */
	const oncePerKey = () => oncePer(item, unlessWithheld);
	/** Receipt: adds what was sent. */
	const reported = () => withReceipt(item, oncePerKey);
	/** Retry On Fail: a POST that was sent, or may have been, is not sent again. */
	return await onceInAllTries(item, reported);
}

/** The steps around a request, innermost first. */
async function sendWithSteps(item: SendingItem, request: ApiRequest) {
	/** Keeps an error of unknown outcome, for later attempts. */
	const kept: Send = (request) => keptInLedger(item, request, item.sends.toHelpdesk);
	/** Attachments: puts the files into a draft first. */
	const withFiles: Send = (request) => attached(item, request, kept);
	/** Only If Unchanged Since, Not If Already There: reads first. */
	const guarded: Send = (request) => guards(item, request, withFiles);
	/** Always: a message that is found after a lost answer counts as sent. */
	const settled: Send = (request) => afterLostAnswer(item, request, guarded);
	/** As a tool: the same text is written only once in ten minutes. */
	return await unlessRepeated(item, request, settled);
}

export function sendingItem(item: Item, credential: Credential, client: HttpClient): SendingItem {
	const { scope, transport, input, isTool } = item;
	const recorded: HttpClient = (request) => recordedInLedger(sending, request, client);
	const options = {
		client: recorded,
		credential,
		priority: isTool ? Priority.tool : Priority.bulk,
		signal: scope.signal,
		startBy: isTool ? transport.clock.now() + TOOL_WAITS_MS : undefined,
		dryRun: input.dryRun === true,
	};
	const sends = {
		withSteps: (request: ApiRequest) => sendWithSteps(sending, request),
		toHelpdesk: createSend(transport, { ...options, attempts: input.attempts as number | undefined }),
		singleAttempt: createSend(transport, { ...options, attempts: 1 }),
		unrecorded: createSend(transport, { ...options, client }),
	};
	const sending: SendingItem = Object.assign(Object.create(item) as Item, { credential, sends });
	return sending;
}
