import { IDataObject } from 'n8n-workflow';

import {
	Input,
	HIDDEN,
	listedWait,
	waitFigures,
	WaitRules,
	inWantedForm,
	WAITING_LONGEST,
	waitRules,
} from '../../shared';
import { Output } from '../operation';
import { outputOf, whole } from './outputs';

export const asksWhoWaits = ({ waitingForReply, sort }: Input) => waitingForReply === true || sort === WAITING_LONGEST;

/** @param since start of the wait in ms, if read from the thread */
export function waitFields(
	{ record, since }: { record: IDataObject; since?: number },
	input: Input,
	rules: WaitRules,
	now: number,
): IDataObject {
	const listed = listedWait(record, rules, now);
	const figures = waitFigures(asksWhoWaits(input) ? since : listed === HIDDEN ? undefined : listed, now, rules);
	if (input.computedFields === true) return figures;
	return asksWhoWaits(input) ? { waiting_since: figures.waiting_since } : {};
}

export function withComputed(output: Output): Output {
	const { simple = {} } = output.form;
	return outputOf(output.form, async (call) => {
		const { input, timezone, now } = call;
		const rules = waitRules(input, timezone);
		const items = await output({ ...call, input: whole(input) });
		return items.map(({ json }) => ({
			json: { ...inWantedForm(json, input, simple), ...waitFields({ record: json }, input, rules, now()) },
		}));
	});
}
