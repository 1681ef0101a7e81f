import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { HelpdeskApi } from '../../credentials/HelpdeskApi.credentials';
import { compose } from '../../nodes/Helpdesk/description/compose';
import { resources } from '../../nodes/Helpdesk/resources';
import { properties as ofTrigger } from '../../nodes/HelpdeskTrigger/fields';

/** Returns a parameter without its texts. The rest decides how n8n reads a stored value and when it shows the field. */
function formOf({ type, default: usual, required, typeOptions, options, modes, ...rest }: INodeProperties): object {
	const { allowArbitraryValues, noDataExpression, displayOptions } = rest;
	const choices = /options$/i.test(type)
		? (options as INodePropertyOptions[] | undefined)?.map(({ value }) => value)
		: undefined;
	const about = { type, default: usual, required, choices, modes: modes?.map(({ name }) => name), typeOptions };
	return { ...about, allowArbitraryValues, noDataExpression, ...displayOptions };
}

/** Collects every definition of each parameter under its path. */
function formsIn(properties: INodeProperties[], path: string, forms: Map<string, object[]>): void {
	for (const property of properties.filter(({ name, type }) => type !== 'notice' && name !== 'toolDescription')) {
		const place = `${path}.${property.name}`;
		forms.set(place, [...(forms.get(place) ?? []), formOf(property)]);
		const options = property.options as INodePropertyCollection[];
		if (property.type === 'collection') formsIn(options as unknown as INodeProperties[], place, forms);
		if (property.type === 'fixedCollection')
			for (const { name, values } of options) formsIn(values, `${place}.${name}`, forms);
	}
}

/**
 * Returns the stored form of every parameter, a line each. n8n does not save a value that equals its default, so a
 * changed default, form or condition changes stored workflows.
 */
export function storedForms(): string {
	const described = {
		helpdesk: compose(resources),
		helpdeskTrigger: ofTrigger,
		helpdeskApi: new HelpdeskApi().properties,
	};
	const forms = new Map<string, object[]>();
	for (const [name, properties] of Object.entries(described)) formsIn(properties, name, forms);
	const lines = [...forms].map(([place, each]) => `${JSON.stringify(place)}: ${JSON.stringify(each)}`).sort();
	return `{\n${lines.join(',\n')}\n}\n`;
}
