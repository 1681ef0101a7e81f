import type { IDataObject } from 'n8n-workflow';

import type { Send } from '../../../transport';
import type { Input } from '../../shared/field';
import { WAITING_LONGEST } from '../../shared/fields/paging';
import { waitRules } from '../../shared/fields/waiting';
import { HIDDEN, listedWait, waitFigures, type WaitRules } from '../../shared/waiting';
import { inWantedForm } from '../fields/output';
import type { Call, Output } from '../operation';
import { outputOf } from './outputs';

export interface Counting {
	rules: WaitRules;
	/** Sends, and reads the Date header. */
	send: Send;
	/** The helpdesk's time in ms, or n8n's without a Date header. */
	now(): number;
}

export function countingOf({ input, send, timezone, now }: Pick<Call, 'input' | 'send' | 'timezone' | 'now'>): Counting {
	let heard: number | undefined;
	return {
		rules: waitRules(input, timezone),
		send: async (request) => {
			const answer = await send(request);
			const time = Date.parse(answer.headers.date ?? '');
			if (!Number.isNaN(time)) heard = time;
			return answer;
		},
		now: () => heard ?? now(),
	};
}

export const asksWhoWaits = ({ waitingForReply, sort }: Input): boolean => waitingForReply === true || sort === WAITING_LONGEST;

/** @param since when the wait began, in ms, if it was read from the thread */
export function waitFields({ record, since }: { record: IDataObject; since?: number }, input: Input, { rules, now }: Counting): IDataObject {
	const listed = listedWait(record, rules, now());
	const figures = waitFigures(asksWhoWaits(input) ? since : listed === HIDDEN ? undefined : listed, now(), rules);
	if (input.computedFields === true) return figures;
	return asksWhoWaits(input) ? { waiting_since: figures.waiting_since } : {};
}

export function withComputed(output: Output): Output {
	const { simple = {} } = output.form;
	return outputOf(output.form, async (call) => {
		const counting = countingOf(call);
		const items = await output({ ...call, send: counting.send, input: { ...call.input, output: 'raw' } });
		return items.map(({ json }) => ({
			json: { ...inWantedForm(json, call.input, simple), ...waitFields({ record: json }, call.input, counting) },
		}));
	});
}
