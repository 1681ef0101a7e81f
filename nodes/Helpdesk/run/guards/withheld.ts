import { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { InputError, WouldSend, isObject, queryText } from '../../../../transport';
import { actedOn, Item } from '../item';
import { Obstacle } from './obstacles';
import { recordFields } from '../../../../contract/endpoints';
import { namedBy, inWords, Input } from '../../../shared';
import { undoNotice } from '../../description/notices';
import { Operation, Outputs } from '../../operation';

export class NotSent extends Error {
	constructor(readonly obstacle: Obstacle) {
		super(obstacle.reason);
	}
}

/** Turns a write that Dry Run or a guard stopped into an item. Throws if an earlier attempt may have been applied. */
export async function withheld(item: Item, next: () => Outputs): Outputs {
	return await next().catch((error: unknown) => {
		if (error instanceof WouldSend) return rehearsed(item, error);
		if (!(error instanceof NotSent)) throw error;
		const { obstacle } = error;
		const { unknownOutcome, mayHaveBeenApplied } = item.ledger;
		if (!mayHaveBeenApplied)
			return [{ json: { ...actedOn(item), message: 'Nothing was sent', skipped: true, ...obstacle } }];
		const foundAfter = `After that it was held back: ${obstacle.reason.replace(/\.$/, '')}.`;
		if (unknownOutcome) throw Object.create(unknownOutcome, { foundAfter: { value: foundAfter } });
		throw Object.assign(new InputError('An earlier attempt got no clear answer', foundAfter), {
			mayHaveBeenApplied,
		});
	});
}

/** Fields that have the same name in body and record. */
const SET = new Set<string>([
	...recordFields.Conversation,
	...recordFields.Contact,
	'tags',
	'contact_id',
	'snoozed_until',
	'scheduled_at',
]);

function rehearsed({ operation, input, context }: Item, { request, names }: WouldSend): INodeExecutionData[] {
	const incoming = context.getInputData().json;
	const { method, path, query, body } = request;
	const sent = (body ?? null) as IDataObject | null;
	const rehearsal = { dryRun: true, wouldSend: { method, path: path + queryText(query), body: sent } };
	const { idField, fields = {} } = operation.output.form;
	// Only for API Request: the path of Create contains an inbox, not the new record.
	const inPath = operation.operationId === undefined ? Object.entries(namedBy(request)).at(-1) : undefined;
	const [name = '', ids] = idField === undefined ? (inPath ?? []) : [idField, input[idField] as string[]];
	const noun = inWords(name.replace(/Ids?$/, '')).toLowerCase();
	return [ids].flat().map((id) => {
		const record = id !== undefined && String(incoming.id) === id ? incoming : {};
		const ref = names.get(id!) ?? (record.ticket_id === undefined ? id : `#${String(record.ticket_id)}`);
		// First, as columns of n8n's table.
		const first = { ...(id !== undefined && { id }), message: '' };
		const json: IDataObject = { ...first, ...record, ...changes(operation, sent, record), ...first };
		const others = { message_id: input.messageId, draft_id: input.draftId } as IDataObject;
		for (const other of Object.keys(others)) if (fields[other]) json[other] = others[other] ?? null;
		if (fields.deleted) json.deleted = true;
		return {
			json: {
				...json,
				message: `Would ${describedWrite(operation, input, noun, names, ref)}. Nothing was changed.`,
				...rehearsal,
			},
		};
	});
}

function changes({ operationId }: Operation, sent: IDataObject | null, { custom_field_values: before }: IDataObject) {
	// A split sends fields of the new conversation, not of this record.
	if (operationId === 'splitConversation') return {};
	if (operationId === 'setConversationCustomFields')
		return { custom_field_values: { ...(before as IDataObject), ...sent } };
	const { assign_to: assignee, ...others } = isObject(sent) ? sent : {};
	const set = Object.entries(others).filter(([name]) => SET.has(name));
	const isOff = operationId?.startsWith('un');
	return {
		...Object.fromEntries(set),
		...(assignee !== undefined && { assignable_id: assignee }),
		...(operationId?.endsWith('AsSpam') && { is_spam: !isOff }),
		...(/snoozeConversation$/i.test(operationId ?? '') && { is_snoozed: !isOff }),
	} as IDataObject;
}

/** Types of fields without a person's text. */
const CHOSEN = new Set(['resourceLocator', 'options', 'dateTime']);

/** Describes a write: "set conversation #1523 to Closed". Texts are left out. */
function describedWrite(operation: Operation, input: Input, noun: string, names: Map<string, string>, ref?: string) {
	const { action, fields = [], updateFields = [], output } = operation;
	const verb = action.charAt(0).toLowerCase() + action.slice(1);
	const what = `${noun} ${ref}`;
	const nameOf = (value: unknown) => names.get(String(value)) ?? String(value);
	if (operation.operationId === 'mergeConversations') {
		const others = (input.mergeableConversationIds as string[]).map(nameOf).join(' and ');
		const notes = input.includeNotes ? '' : ', without their internal notes';
		return `merge ${others} into ${what}${notes}. ${undoNotice(operation)!.replace(/\.$/, '')}`;
	}
	const changed = updateFields.filter(({ property }) => input[property.name] !== undefined);
	if (changed.length === 1 && input.status !== undefined) return `set ${what} to ${String(input.status)}`;
	const chosen = fields.filter(
		({ property: { name, type }, sent }) => CHOSEN.has(type) && sent !== false && name !== output.form.idField,
	);
	const values = [
		...chosen.flatMap(({ property }) => input[property.name] ?? []).map(nameOf),
		...changed.map(({ property }) => property.displayName),
	];
	const done = ref === undefined ? verb : verb.endsWith(noun) ? `${verb} ${ref}` : `${verb} (${what})`;
	return values.length === 0 ? done : `${done}: ${values.join(', ')}`;
}
