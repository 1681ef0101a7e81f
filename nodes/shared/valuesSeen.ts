/** Not complete (contract, Fields not shown). */
export const STATUSES = ['Active', 'Closed', 'Pending'];

/** Only High is in the specification. */
export const PRIORITIES = ['High', 'Low', 'Normal'];

/** Shown as `is_spam` (contract, Conversation). */
export const SPAM = 'Spam';

/** Assignees that no list has. */
export const ME = 'me';
export const NOBODY = 'nobody';
