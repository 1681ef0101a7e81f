import { isObject } from '../../transport/answers/shape';

/** Describes an answer by its names and types, without values. */
export function shapeOf(value: unknown, depth = 2): string {
	if (Array.isArray(value)) return `list of ${value.length}`;
	if (!isObject(value)) return value === null ? 'null' : typeof value;
	if (depth === 0) return 'object';
	const fields = Object.entries(value).slice(0, 12);
	const shown = (name: string) => (FIELD_NAMES.has(name) ? name : '?');
	return `{${fields.map(([name, field]) => `${shown(name)}: ${shapeOf(field, depth - 1)}`).join(', ')}}`;
}

/** Keys that may be shown. Other keys may be a customer's name or address. */
const FIELD_NAMES = new Set(
	(
		'data meta links message messages error errors code status success results items records total id page ' +
		'per_page last_page ' +
		'current_page next conversation conversations contact contacts inboxes tags user users automations event ' +
		'events draft_id'
	).split(' '),
);
