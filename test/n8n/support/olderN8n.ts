import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runtimeFolder } from '../../../tools/n8n/runtime.cjs';

/**
 * Everything in which an older n8n (`npm run test:oldest`) differs from what the tests expect of the newest, and
 * why it has to be so. What a user notices of it is in docs/compatibility.md.
 */
const { version } = JSON.parse(readFileSync(join(runtimeFolder(), 'node_modules', 'n8n', 'package.json'), 'utf8')) as { version: string };
const isOlderThan = (other: string) => version.localeCompare(other, undefined, { numeric: true }) < 0;

/** Whether n8n can have a person review the call of a tool. Tried in 2.0.0, which cannot, and in 2.41.1, which can. */
export const hasHumanReview = !isOlderThan('2.41');

/** Whether an agent of version 3 tells its model of a tool that threw. In 2.0.0 the execution ends there; 2.41.1 goes on. */
export const agentOutlivesItsTool = !isOlderThan('2.41');

/** The node Data Table in the version of the examples. 2.0.0 has not got it, 2.41.1 has. */
export const hasDataTable = !isOlderThan('2.41');
