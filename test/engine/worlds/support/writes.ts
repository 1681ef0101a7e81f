import type { INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../../contract/endpoints';
import { handlers } from '../../../../sandbox/routes';
import { withEndpoint } from '../../../support/operations';
import { samples } from '../../../support/samples';
import type { Story } from './inWorlds';
import { inWords, knownIds, outcome, type Visit } from './visit';

const readingPosts = ['conversation.getMany', 'conversation.search'];
const changes = ({ method, path }: { method: string; path: string }) => method !== 'GET' && path !== '/search' && !/^\/inboxes\/[^/]+$/.test(path);

/** The statuses with which the helpdesk may refuse a write in a world, for a reason that the world has. */
function refusals({ world, sandbox }: Visit, operation: string, { provisional }: Endpoint): string[] {
	const status: string[] = [];
	if (provisional && world.provisionalEndpoints !== 'all') status.push('404');
	if (operation === 'unconfirmed.automationDelete' && world.deleteAutomations === 'forbidden') status.push('403');
	if (world.statusTransitions === 'strict' && closedIsThere(sandbox)) status.push('409');
	return status;
}

const closedIsThere = ({ store }: Visit['sandbox']) =>
	[...store.conversations.values()].some(({ record }) => record.status.toLowerCase() === 'closed');

const tellWrite =
	(key: string, endpoint: Endpoint): Story =>
	async (visit) => {
		const { sandbox } = visit;
		const parameters = samples[key]!(sandbox).parameters;
		const before = knownIds(sandbox.store);
		const came = await outcome(visit.run(key, parameters));
		const applied = sandbox.requests().filter((request) => changes(request) && request.status! < 300).length;
		if ('error' in came) {
			inWords(came.error);
			if (applied > 0) throw new Error(`applied, and yet refused: ${came.error.message}`);
			const { httpCode, message, description } = came.error;
			if (!refusals(visit, key, endpoint).includes(httpCode ?? '')) throw new Error(`refused: ${message} ${description}`);
			return;
		}
		if (applied !== 1) throw new Error(`applied ${applied} times`);
		carriesId(visit, came.items, parameters, before);
	};

/** Each item names the record that was written, as the helpdesk names it. */
function carriesId({ sandbox }: Visit, items: INodeExecutionData[], parameters: object, before: Set<string>): void {
	const made = [...knownIds(sandbox.store)].filter((id) => !before.has(id));
	const given = JSON.stringify(parameters);
	if (items.length === 0) throw new Error('no item');
	for (const { json } of items) {
		const ids = Object.entries(json)
			.filter(([name]) => /(^id|_id|Ids?)$/.test(name))
			.flatMap(([, value]) => value);
		if (!ids.some((id) => made.includes(String(id)) || given.includes(`"${String(id)}"`) || given.includes(`${String(id)}`))) {
			throw new Error(`an item without the id of what was written: ${Object.keys(json).join(', ')}`);
		}
	}
}

/** Those that the sandbox simulates: what is only answered in the contract's form leaves nothing to look at. */
const writing = withEndpoint.filter(
	([key, { operationId }, { method }]) =>
		operationId! in handlers && (key === 'contact.upsert' || (method !== 'GET' && !readingPosts.includes(key))),
);

/** Every operation that writes: applied once and its record named, or refused in words for a reason that the world has. */
export const writeStories: Record<string, Story> = Object.fromEntries(writing.map(([key, , endpoint]) => [key, tellWrite(key, endpoint)]));
