import type { INodeProperties } from 'n8n-workflow';

import { endpointOf } from '../../shared/endpoint';
import type { Notice, Operation } from '../operation';
import { definitionsFor, type OperationChoice } from './showFor';

type NoticeKind = Notice | 'unconfirmed';

const NO_WAY_BACK = 'No way to undo this is known.';
const AT_ONCE = 'This goes to the customer at once and cannot be taken back.';
const ONCE_PER_ITEM = " It runs for each item, unless Settings have 'Execute Once'.";
const again = (verb: string) => ` Another run ${verb} it again, unless 'Only Once Per' is set.`;

const NOTICES: Record<NoticeKind, string> = {
	unconfirmed: 'Not confirmed for your helpdesk: the API documentation does not show it. Try it on one item first.',
	forTeam: 'For the team: the customer never sees a note.',
	toCustomer: AT_ONCE,
	reply: AT_ONCE,
	scheduled: 'The customer gets this at its time. Cancel takes it back.',
	sentOut: 'The message goes out to these addresses at once and cannot be taken back.',
	merged: `The others go into this one. ${NO_WAY_BACK}`,
	noUndo: NO_WAY_BACK,
	contact: 'No way to set custom fields of a contact is known. Leave out other fields that your helpdesk refuses.',
	forGood: 'This deletes for good: it cannot be taken back.',
};

/** Added for a person, not for a model. */
const BESIDES: Partial<Record<NoticeKind, string>> = {
	forTeam: again('writes'),
	reply: again('sends'),
	scheduled: again('schedules'),
	merged: ONCE_PER_ITEM,
	noUndo: ONCE_PER_ITEM,
};

export function noticeProperties(choices: OperationChoice[]): INodeProperties[] {
	return (Object.keys(NOTICES) as NoticeKind[]).flatMap((kind) =>
		definitionsFor(
			{
				displayName: `${NOTICES[kind]}${BESIDES[kind] ?? ''}`,
				name: `${kind}Notice`,
				type: 'notice',
				default: '',
			},
			choices.filter(({ operation }) =>
				kind === 'unconfirmed' ? endpointOf(operation)?.provisional : operation.notice === kind,
			),
		),
	);
}

/** Returns the notice if it is about undoing, for a model. */
export function undoNotice({ notice }: Operation): string | undefined {
	return notice && notice !== 'forTeam' && notice !== 'contact' ? NOTICES[notice] : undefined;
}
