export const quoted = (name: string): string => `'${name}'`;

/** Prefix of fields for people who know the API; they come last. */
export const ADVANCED = 'Advanced: ';

/** Lists of values are not complete. */
export const OTHER_VALUES = 'For any other value of your helpdesk choose Expression and type it.';

/** "Thread Event ID" for threadEventId. */
export function inWords(name: string): string {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/ Id$/, ' ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export function snakeCase(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Not complete (contract, Fields not shown). */
export const STATUSES = ['Active', 'Closed', 'Pending'];

/** Only High is in the specification. */
export const PRIORITIES = ['High', 'Low', 'Normal'];

/** Shown as `is_spam` (contract, Conversation). */
export const SPAM = 'Spam';

/** Assignees that no list has. */
export const ME = 'me';
export const NOBODY = 'nobody';
