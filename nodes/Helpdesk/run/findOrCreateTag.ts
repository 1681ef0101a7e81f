import type { INodeExecutionData } from 'n8n-workflow';

import { keyOf } from '../../shared/lookup/lookup';
import { forgetTags, plainTagName, tagRecords } from '../../shared/lookup/tags';
import { emptyIfRefused, NOT_OFFERED } from '../../shared/emptyIfRefused';
import type { Call, Output } from '../operation';
import { serially } from './serially';
import { outputOf } from './outputs';

/** So long the list of tags is believed, in ms: somebody else may make or delete one meanwhile. */
const FRESH_MS = 10_000;

/** An output after which the list of tags is read anew. */
export function changingTags(output: Output): Output {
	return outputOf(output.form, async (call) => await output(call).finally(() => forgetTags(call.lookup)));
}

/**
 * The output of creating a tag, or of the existing one of this name, with `created` telling which. Items of one name
 * wait for one another. Where the helpdesk does not list its tags, one is created.
 */
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
	const tags = await emptyIfRefused(tagRecords({ ...lookup, maxAgeMs: FRESH_MS }), NOT_OFFERED);
	const record = tags.find((tag) => plainTagName(String(tag.name)) === name);
	return record && { json: record };
}

function withCreated(item: INodeExecutionData, created: boolean): INodeExecutionData {
	return { ...item, json: { ...item.json, created } };
}
