import { idText } from '../../../transport';
import { TagName } from '../lookup/tagByName';
import type { ReadContext } from '../operation';
import { text } from './text';

/** What a resource locator holds: an ID chosen from the list or entered. Text that stands there alone counts too. */
export function located(value: unknown): unknown {
	return isLocator(value) ? value.value : value;
}

/** The bare ID. Throws InputError for what is none. */
export function locatedId(value: unknown, { label }: ReadContext): string {
	return idText(located(value), label);
}

/** The bare ID; undefined for none: not sent. Throws InputError as `locatedId`. */
export function optionalId(value: unknown, context: ReadContext): string | undefined {
	return text(located(value)) === undefined ? undefined : locatedId(value, context);
}

/** The bare ID, or the name to look it up by; undefined for none. */
export function idOrName(value: unknown, context: ReadContext): string | TagName | undefined {
	if (!isLocator(value) || value.mode !== 'name') return locatedId(value, context);
	const name = text(value.value)?.trim();
	return name === undefined ? undefined : new TagName(name);
}

function isLocator(value: unknown): value is { mode?: unknown; value?: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
}
