import { INodeProperties } from 'n8n-workflow';

import { endpointOf } from '../../shared';
import { Notice, Operation } from '../operation';
import { definitionsFor, OperationChoice } from './showFor';

const NO_WAY_BACK = 'There is no known undo.';
const AT_ONCE = 'This goes to the customer. The node cannot undo it.';
const ONCE_PER_ITEM = ' Runs once for each incoming item.';
const again = (verb: string) => ` Another run ${verb} it again, unless 'Only Once Per' is set.`;

type NoticeKind = Notice | 'unconfirmed';

const NOTICES: Record<NoticeKind, string> = {
	unconfirmed: 'Not confirmed for your helpdesk: the API documentation does not show it. Try one item first.',
	forTeam: 'The note is for the team, not for the customer.',
	asks: "Next: an If on 'approved', then Reply with 'text'.",
	toCustomer: AT_ONCE,
	reply: AT_ONCE,
	scheduled: 'Sent to the customer later. Until then, Cancel undoes it.',
	sentOut: "This goes to the addresses in 'To'. The node cannot undo it.",
	merged: NO_WAY_BACK,
	noUndo: NO_WAY_BACK,
	contact: 'Custom fields are not supported. Leave out fields that your helpdesk refuses.',
	forGood: 'This cannot be undone.',
};

/** Added to the notice in the editor, but not for a model. */
const BESIDES: Partial<Record<NoticeKind, string>> = {
	forTeam: again('writes'),
	asks: " Takes one item: set 'Max Events per Poll' of Helpdesk Trigger to 1.",
	reply: again('sends'),
	scheduled: again('schedules'),
	merged: " The chosen ones are merged into 'Conversation'. Several items? Use Settings → Execute Once.",
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

export function undoNotice({ notice }: Operation) {
	return notice && !['forTeam', 'asks', 'contact'].includes(notice) ? NOTICES[notice] : undefined;
}
