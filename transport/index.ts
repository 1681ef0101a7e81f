/**
 * The one way to the wire. It is built into a file of its own, which every node loads, so that the
 * whole n8n process has one set of queues.
 */
export { readPage, type Envelope } from './answers/page';
export { draftIdIn, fileNameIn, identified, inboxIdIn, messageOf, namedIn, partsOf, recordIn, recordOr, textsIn, unwrap } from './answers/record';
export { mayBeMessage, msOf, threadEntry, type MessageTexts, type ThreadEntry, type Writer } from './answers/message';
export { threadOf, type Thread } from './answers/thread';
export { mayHaveMore } from './answers/signsOfMore';
export { isId, isObject, PageError, textsWithin } from './answers/shape';
export { ApiError, type Task } from './apiError';
export { requestIdIn } from './requestId';
export { createAuthenticate } from './authenticate';
export { isBlank } from './blank';
export type { Cache } from './cache';
export type { Clock } from './clock';
export { MAX_REQUESTS_PER_MINUTE, readCredential, type Credential } from './credential';
export { errorText, type ErrorText } from './errorText';
export { WouldSend } from './gate';
export { ExpiredError } from './expired';
export { InputError } from './inputError';
export { NODE_SCHEME } from './nodeScheme';
export { pageIn, bodyWith, displayWith, queryWith, type AtPage } from './pageIn';
export { fewerAfter, MAX_PER_PAGE, PageSize } from './pageSize';
export { readAll, type Listing } from './paginate';
export { idText, isNoValue, pathSegment, relativePath } from './path';
export { DroppedError, Priority } from './rateLimit';
export type { Answer, ApiRequest, Wire } from './request';
export { ENDINGS, fateOf, isReading, isRetried, kindOf, type Fate } from './fates';
export { MAX_ATTEMPTS } from './retry';
export { backoffMs, retryAfterWords } from './retryTiming';
export { queryText } from './query';
export { isReadingPost } from './readingPosts';
export { createSend, type Send } from './send';
export { testWire } from './testWire';
export { processTransport, type Transport } from './transport';
export { mayBeOnePage, readAnyList } from './anyList';
export { n8nWire, type InheritedOptions, type WireContext } from './wire';
