import type { INodeExecutionData } from 'n8n-workflow';

import type { Endpoint } from '../../../../contract/endpoints';
import { handlers } from '../../../../sandbox/routes';
import { withEndpoint } from '../../../support/operations';
import { samples } from '../../../support/samples';
import type { Story } from './inWorlds';
import { inWords, knownIds, outcome, type Visit } from './visit';

const readingPosts = ['conversation.getMany', 'conversation.search'];
const changes = ({ method, path }: { method: string; path: string }) =>
	method !== 'GET' && path !== '/search' && !/^\/inboxes\/[^/]+$/.test(path);

/** Returns the statuses with which this world's helpdesk may refuse a write. */
function refusals({ world, sandbox }: Visit, operation: string, { provisional }: Endpoint) {
	const status: string[] = [];
	if (provisional && world.provisionalEndpoints !== 'all') status.push('404');
	if (operation === 'automation.delete' && world.deleteAutomations === 'forbidden') status.push('403');
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
		const result = await outcome(visit.run(key, parameters));
		const applied = sandbox.requests().filter((request) => changes(request) && request.status! < 300).length;
		if ('error' in result) {
			inWords(result.error);
			if (applied > 0) throw new Error(`applied, and yet refused: ${result.error.message}`);
			const { httpCode, message, description } = result.error;
			if (!refusals(visit, key, endpoint).includes(httpCode ?? ''))
				throw new Error(`refused: ${message} ${description}`);
			return;
		}
		if (applied !== 1) throw new Error(`applied ${applied} times`);
		carriesId(visit, result.items, parameters, before);
	};

function carriesId({ sandbox }: Visit, items: INodeExecutionData[], parameters: object, before: Set<string>) {
	const made = [...knownIds(sandbox.store)].filter((id) => !before.has(id));
	const given = JSON.stringify(parameters);
	if (items.length === 0) throw new Error('no item');
	for (const { json } of items) {
		const ids = Object.entries(json)
			.filter(([name]) => /(^id|_id|Ids?)$/.test(name))
			.flatMap(([, value]) => value);
		if (
			!ids.some(
				(id) =>
					made.includes(String(id)) || given.includes(`"${String(id)}"`) || given.includes(`${String(id)}`),
			)
		) {
			throw new Error(`an item without the id of what was written: ${Object.keys(json).join(', ')}`);
		}
	}
}

/** Writes that the sandbox simulates. It only answers others, which change nothing that could be checked. */
const writing = withEndpoint.filter(
	([key, { operationId }, { method }]) =>
		operationId! in handlers && (key === 'contact.upsert' || (method !== 'GET' && !readingPosts.includes(key))),
);

/** Stories of writing operations: applied once with the record's ID, or refused with a clear error. */
export const writeStories: Record<string, Story> = Object.fromEntries(
	writing.map(([key, , endpoint]) => [key, tellWrite(key, endpoint)]),
);
