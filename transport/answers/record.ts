import { isObject } from './shape';

/**
 * What stands under `data`, or the answer itself: not every answer's form is shown, so that `data` is only
 * unwrapped where it is there, and where it is no field of a record. An empty answer is an empty record.
 */
export function unwrap(body: unknown): unknown {
	const isWrapper = isObject(body) && !('id' in body) && typeof body.data === 'object' && body.data !== null;
	if (isWrapper) return body.data;
	return body === '' ? {} : (body ?? {});
}
