import type { INodeExecutionData } from 'n8n-workflow';

import { emptyIfRefused, FRESH_MAX_AGE_MS, keyOf, NOT_OFFERED } from '../../shared/lookup/lookup';
import { forgetTags, plainTagName, tagRecords } from '../../shared/lookup/tags';
import type { Call, Output } from '../operation';
import { serially } from './serially';
import { outputOf } from './outputs';

export function changingTags(output: Output): Output {
	return outputOf(output.form, async (call) => await output(call).finally(() => forgetTags(call.lookup)));
}

/** `created` shows whether the tag is new. Items of one name wait for one another. */
export function foundOrCreated(create: Output): Output {
	const form = { ...create.form, fields: { ...create.form.fields, created: 'boolean' as const } };
	const createIt = changingTags(create);
	return outputOf(form, async (call) => {
		const name = plainTagName(call.input.name as string);
		return await serially(keyOf(call.lookup, `tag ${name}`), async () => {
			const found = call.input.ifTagExists === 'create' ? undefined : await find(call, name);
			return found ? [withCreated(found, false)] : (await createIt(call)).map((item) => withCreated(item, true));
		});
	});
}

async function find({ lookup }: Call, name: string): Promise<INodeExecutionData | undefined> {
	const tags = await emptyIfRefused(tagRecords({ ...lookup, maxAgeMs: FRESH_MAX_AGE_MS }), NOT_OFFERED);
	const record = tags.find((tag) => plainTagName(String(tag.name)) === name);
	return record && { json: record };
}

function withCreated(item: INodeExecutionData, created: boolean): INodeExecutionData {
	return { ...item, json: { ...item.json, created } };
}
