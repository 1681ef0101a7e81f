import { Queues } from './queues';

/** The queues of this n8n process, shared by both nodes, all credentials and all executions. */
export const queues = new Queues();
