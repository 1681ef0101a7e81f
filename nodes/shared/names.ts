/** n8n cannot show the zone's name in a hint. */
export const IN_ZONE = "In the workflow's time zone (⋯ → Settings → Timezone)";

export const quoted = (name: string) => `'${name}'`;

/** Prefix of fields for experts, which come last. */
export const ADVANCED = 'Advanced: ';

export const OTHER_VALUES = 'Not in the list? Choose Expression and type it.';

/** Returns "Thread Event ID" for threadEventId. */
export function inWords(name: string) {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/ Id$/, ' ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

export function snakeCase(name: string) {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Helpdesks may have others (contract, Fields not shown). */
export const STATUSES = ['Active', 'Closed', 'Pending'];

/** Only High is documented. */
export const PRIORITIES = ['High', 'Low', 'Normal'];

/** Shown as `is_spam` (contract, Conversation). */
export const SPAM = 'Spam';

export const ME = 'me';
export const NOBODY = 'nobody';
