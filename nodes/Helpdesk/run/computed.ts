import type { IDataObject } from 'n8n-workflow';

import type { Send } from '../../../transport';
import { waitRules } from '../../shared/fields/waiting';
import { waitFigures, waitsSince, type WaitRules } from '../../shared/waiting';
import { inWantedForm } from '../fields/output';
import type { Call, Output } from '../operation';
import { outputOf } from './outputs';

/** By which rules and by whose clock it is counted. */
export interface Counting {
	rules: WaitRules;
	/** Sends, and learns what time it is. */
	send: Send;
	/** The helpdesk's time by its last answer, where that tells it, else n8n's; in ms. */
	now(): number;
}

/** How to count for a call; undefined where nothing is to be computed. */
export function countingOf({ input, send, timezone, now }: Pick<Call, 'input' | 'send' | 'timezone' | 'now'>): Counting | undefined {
	if (input.computedFields !== true) return undefined;
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

/** An output of conversations, with how long their customers have waited where that is wanted, whatever else is kept of them. */
export function withComputed(output: Output): Output {
	const { simple = {} } = output.form;
	return outputOf(output.form, async (call) => {
		const counting = countingOf(call);
		if (!counting) return await output(call);
		const items = await output({ ...call, send: counting.send, input: { ...call.input, output: 'raw' } });
		const figures = (record: IDataObject) => waitFigures(waitsSince(record, counting.rules), counting.now(), counting.rules);
		return items.map((item) => ({ ...item, json: { ...inWantedForm(item.json, call.input, simple), ...figures(item.json) } }));
	});
}
