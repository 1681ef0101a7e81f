import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions, INodeType } from 'n8n-workflow';

import type { Transport } from '../../../transport';
import {
	assignees,
	automations,
	contacts,
	conversations,
	customFieldKeys,
	inboxes,
	knowledgeBases,
	savedReplies,
	scheduledReplies,
	severalConversations,
	tags,
	teammates,
	type Picker,
} from './lists';
import { pick } from './pick';

const pickers = {
	assignees,
	automations,
	contacts,
	conversations,
	customFieldKeys,
	inboxes,
	knowledgeBases,
	savedReplies,
	scheduledReplies,
	tags,
	teammates,
};

const shortLists = { inboxes, severalConversations, tags, teammates };

export type PickerName = keyof typeof pickers;
export type ShortListName = keyof typeof shortLists;

export function pickerMethods(transport: Transport): Required<Pick<NonNullable<INodeType['methods']>, 'listSearch' | 'loadOptions'>> {
	return {
		listSearch: methodsOf(
			pickers,
			(picker) =>
				async function (this: ILoadOptionsFunctions, filter?: string, page?: string): Promise<INodeListSearchResult> {
					return await pick(this, transport, picker, filter, Number(page ?? 1));
				},
		),
		loadOptions: methodsOf(
			shortLists,
			(picker) =>
				async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
					return (await pick(this, transport, picker)).results;
				},
		),
	};
}

function methodsOf<M>(some: Record<string, Picker>, method: (picker: Picker) => M): Record<string, M> {
	return Object.fromEntries(Object.entries(some).map(([name, picker]) => [name, method(picker)]));
}
