import { compareEndpoints } from './compareEndpoints';
import type { Difference } from './compareSchemas';
import type { Json } from './description';
import { endpointsOf, type Endpoint } from './endpoints';

/** How an endpoint stands: `missing here` only the other description has, `unknown there` only ours. */
export type Verdict = 'same' | 'differs' | 'missing here' | 'unknown there';

export interface Compared {
	verdict: Verdict;
	endpoint: Endpoint;
	/** Of an endpoint that differs; empty for the others. */
	differences: Difference[];
	/** Methods that the other side has for this path, where it has the path but not the method. */
	otherMethods: string[];
}

export interface Comparison {
	endpoints: Compared[];
	/** Whether the other description marks what is for personal access tokens only (`x-pat-only`). */
	marksPatOnly: boolean;
}

/** Compares our contract (here) with another description (there), endpoint by endpoint, in their order. */
export function compareDescriptions(here: Json, there: Json): Comparison {
	const [ours, theirs] = [endpointsOf(here), endpointsOf(there)];
	const [oursByKey, theirsByKey] = [ours, theirs].map((endpoints) => new Map(endpoints.map((each) => [each.key, each])));
	const marksPatOnly = theirs.some(({ patOnly }) => patOnly);
	const known = ours.map((endpoint): Compared => {
		const other = theirsByKey!.get(endpoint.key);
		if (!other) return { verdict: 'unknown there', endpoint, differences: [], otherMethods: methodsOf(theirs, endpoint) };
		const differences = compareEndpoints(endpoint, other, marksPatOnly);
		return { verdict: differences.length > 0 ? 'differs' : 'same', endpoint, differences, otherMethods: [] };
	});
	const missing = theirs
		.filter(({ key }) => !oursByKey!.has(key))
		.map((endpoint): Compared => ({ verdict: 'missing here', endpoint, differences: [], otherMethods: methodsOf(ours, endpoint) }));
	return { endpoints: [...known, ...missing], marksPatOnly };
}

function methodsOf(endpoints: Endpoint[], { key }: Endpoint): string[] {
	const pathOf = (each: string) => each.slice(each.indexOf(' '));
	return endpoints.filter((other) => pathOf(other.key) === pathOf(key)).map(({ method }) => method);
}
