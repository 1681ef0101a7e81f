import type { INodeParameters } from 'n8n-workflow';

import type { PickerName } from '../../../../nodes/shared/pickers';
import { byId } from '../../../support/locator';
import { openChoices, openList } from '../../../support/loadOptions';
import { thread } from '../../../support/sandboxRecords';
import type { Story } from './inWorlds';
import type { Visit } from './visit';

/** A list of the editor, opened where the node has these parameters. */
interface Opened {
	picker: PickerName;
	parameters?: (visit: Visit) => INodeParameters;
	/** Only a provisional endpoint gives it. */
	provisional?: true;
}

const ofInbox = () => ({ inboxId: byId('inbox_support') });
const ofConversation = ({ sandbox }: Visit) => ({ conversationId: byId(thread(sandbox).record.id) });

const openings: Record<string, Opened> = {
	conversations: { picker: 'conversations' },
	'conversations of an inbox': { picker: 'conversations', parameters: ofInbox },
	contacts: { picker: 'contacts' },
	automations: { picker: 'automations', parameters: ofInbox },
	'tags of an inbox': { picker: 'tags', parameters: ofInbox },
	'tags of a conversation': { picker: 'tags', parameters: ofConversation },
	'tags of all': { picker: 'tags', parameters: () => ({ resource: 'tag' }), provisional: true },
	'custom field keys': { picker: 'customFieldKeys', parameters: ofConversation },
	inboxes: { picker: 'inboxes', provisional: true },
	teammates: { picker: 'teammates', provisional: true },
	'saved replies': { picker: 'savedReplies', provisional: true },
	'knowledge bases': { picker: 'knowledgeBases', provisional: true },
};

const several = (picker: PickerName): picker is 'inboxes' | 'tags' | 'teammates' => ['inboxes', 'tags', 'teammates'].includes(picker);

const tellPicker =
	({ picker, parameters, provisional }: Opened): Story =>
	async (visit) => {
		const { sandbox, transport, world, random } = visit;
		const credential = { accessToken: sandbox.tokens.personal, baseUrl: sandbox.baseUrl };
		const opened = { credential, parameters: visit.local(parameters?.(visit) ?? {}) };
		const results =
			several(picker) && random.next() < 0.5
				? await openChoices(transport, picker, opened)
				: (await openList(transport, picker, opened)).results;
		for (const { name, value } of results) {
			if (name === '' || /undefined|\[object|null/.test(name)) throw new Error(`an entry without a name: ${name}`);
			if (value === undefined || value === null || value === '') throw new Error(`${name} stands for nothing`);
		}
		const values = results.map(({ value }) => String(value));
		if (new Set(values).size !== values.length) throw new Error('an entry twice');
		const isThere = !provisional || world.provisionalEndpoints === 'all';
		if (isThere && results.length === 0) throw new Error('empty');
	};

/** Every list of the editor: something to choose from, or nothing where the helpdesk has no such list, and never an error. */
export const pickerStories: Record<string, Story> = Object.fromEntries(Object.entries(openings).map(([name, opened]) => [name, tellPicker(opened)]));
