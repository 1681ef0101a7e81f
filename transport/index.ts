/** The build makes one file of this, which every node loads. So the n8n process has one set of queues. */
export { readAnyList } from './anyList';
export { readPage, type Envelope } from './answers/page';
export {
	contactIn,
	currentUserIn,
	draftIdIn,
	identified,
	inboxIdIn,
	messageOf,
	partsOf,
	recordIn,
	recordOr,
	unwrap,
} from './answers/record';
export { isId, isListOfObjects, isObject, msOf } from './answers/shape';
export { ApiError, requestIdIn, type Task } from './apiError';
export { createAuthenticate, type Authenticate } from './authenticate';
export type { Cache } from './cache';
export type { Clock } from './clock';
export { DEFAULT_REQUESTS_PER_MINUTE, NODE_SCHEME, readCredential, type Credential } from './credential';
export { DroppedError, ExpiredError, InputError, PageError } from './errors';
export { FAILURE_KINDS, outcomeOf, isReading, isRetried, repeatabilityOf, type Outcome } from './outcomes';
export { WouldSend } from './gate';
export { beginOf } from './graphemes';
export { readAll, type Listing } from './paginate';
export { fewerAfter, MAX_PER_PAGE, pageIn, PageSize, type AtPage } from './paging';
export { fileRequest } from './redirect';
export { isReadingPost, queryText, type Answer, type ApiRequest, type Hold, type HttpClient } from './request';
export { Priority } from './requestQueue';
export { backoffMs, MAX_ATTEMPTS } from './retry';
export { createSend, type Send } from './send';
export { processTransport, type Transport } from './transport';
export { n8nHttpClient, type InheritedOptions, type HttpContext } from './httpClient';
