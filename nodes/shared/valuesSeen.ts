/** The complete set is not shown (contract, Fields not shown). */
export const STATUSES = ['Active', 'Closed', 'Pending'];

/** Only High is in the specification. */
export const PRIORITIES = ['High', 'Low', 'Normal'];

/** A status of the web app; a list shows it as `is_spam` (contract, Conversation). */
export const SPAM = 'Spam';

/** Assignees that are no teammate of a list: the owner of the access token, and nobody. */
export const ME = 'me';
export const NOBODY = 'nobody';
