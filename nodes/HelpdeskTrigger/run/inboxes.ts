import { ApiError } from '../../../transport';

/** The inboxes of one trigger that do not answer, from poll to poll. */
export class MissingInboxes {
	private readonly missing = new Set<string>();

	/** It answered. */
	found(inboxId: string): void {
		this.missing.delete(inboxId);
	}

	/**
	 * It did not. One that disappeared must not silence the others.
	 *
	 * @param all the inboxes of the trigger
	 * @returns whether this is news
	 * @throws {ApiError} as given where no inbox is left
	 */
	lost(inboxId: string, all: string[], error: ApiError): boolean {
		const isNews = !this.missing.has(inboxId);
		this.missing.add(inboxId);
		if (all.every((id) => this.missing.has(id))) throw error;
		return isNews;
	}
}

/** Not found, or not accessible any more: the rest of the helpdesk may well be. */
export function isMissing(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 404 || error.status === 403);
}
