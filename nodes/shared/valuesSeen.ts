/** Statuses that the specification has seen, written so. Its complete set is not shown (contract, Fields not shown). */
export const STATUSES = ['Active', 'Closed', 'Pending'];

/** Priorities: High was seen in the specification, the others with helpdesks of this kind. */
export const PRIORITIES = ['High', 'Low', 'Normal'];
