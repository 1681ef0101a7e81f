import type { INodeProperties } from 'n8n-workflow';

import { endpointOf } from '../../shared/endpoint';
import type { Notice, Operation } from '../operation';
import { wherever, type Choice } from './place';

type Kind = Notice | 'provisional';

const AT_ONCE = 'This goes to the customer at once and cannot be taken back.';

/** What a person must see before running an operation, by its kind. */
const NOTICES: Record<Kind, string> = {
	provisional: 'Provisional: this is not in the API documentation, so your helpdesk may not have it. Try it on one item first.',
	forTeam: 'For the team: the customer never sees a note.',
	toCustomer: AT_ONCE,
	reply: AT_ONCE,
	sentOut: 'The message goes out to these addresses at once and cannot be taken back.',
	merged: "The one under 'Conversation' stays; the others go into it. This cannot be undone: the API has no way back.",
	noUndo: 'This cannot be undone: the API has no way back.',
	forGood: 'This deletes for good: it cannot be taken back.',
};

/** What a person must see besides, at the form and in a workflow that runs every few minutes. */
const BESIDES: Partial<Record<Kind, string>> = {
	forTeam: " When the workflow runs again, it is written again, unless the option 'Only Once Per' is set.",
	reply: " To send a saved draft, add 'Draft ID' under 'Additional Fields' and leave 'Message' empty. When the workflow runs again, it is sent again, unless the option 'Only Once Per' is set.",
	merged: " It is done once for each incoming item: 'Execute Once' under Settings makes it one time.",
	noUndo: " It is done once for each incoming item: 'Execute Once' under Settings makes it one time.",
};

/** The yellow notices of an operation, as the names of their properties. */
export function noticesOf(operation: Operation): string[] {
	return (Object.keys(NOTICES) as Kind[]).filter((kind) => has(operation, kind)).map(nameOf);
}

/** Each kind of notice, once for all operations that have it. */
export function noticeProperties(choices: Choice[]): INodeProperties[] {
	return (Object.keys(NOTICES) as Kind[]).flatMap((kind) =>
		wherever(
			{ displayName: `${NOTICES[kind]}${BESIDES[kind] ?? ''}`, name: nameOf(kind), type: 'notice', default: '' },
			choices.filter(({ operation }) => has(operation, kind)),
		),
	);
}

/** What cannot be taken back, in the words of its notice; undefined where nothing is said. */
export function noticeTextOf({ notice }: Operation): string | undefined {
	return notice && notice !== 'forTeam' ? NOTICES[notice] : undefined;
}

function has(operation: Operation, kind: Kind): boolean {
	return kind === 'provisional' ? endpointOf(operation)?.provisional === true : operation.notice === kind;
}

const nameOf = (kind: Kind): string => `${kind}Notice`;
