import type { Credential } from '../../../transport';
import type { Operation } from '../operation';

/** More are not remembered: base URLs may come from expressions. */
const MAX_SEEN = 1_000;

/** The operations that have worked in this process, for each helpdesk: their endpoints exist there, whatever a later 404 means. */
export class SeenEndpoints {
	private readonly seen = new Set<string>();

	/** The operation has succeeded. */
	add(credential: Credential, operation: Operation): void {
		if (this.seen.size >= MAX_SEEN) this.seen.clear();
		this.seen.add(nameOf(credential, operation));
	}

	has(credential: Credential, operation: Operation): boolean {
		return this.seen.has(nameOf(credential, operation));
	}
}

function nameOf({ baseUrl }: Credential, { operationId }: Operation): string {
	return `${operationId} ${baseUrl}`;
}
