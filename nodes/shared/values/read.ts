import { InputError } from '../../../transport';
import { located, originOf, Given, Kind, ReadContext, isNothing } from './kind';
import { cleaned } from './text';

/** How a field treats an empty or missing value (docs/values.md, Nothing). */
export type Need =
	/** Refused. From a model: the default. */
	| 'required'
	/** Panel or model: no filter. Expression: refused, without 'Ignore Empty Filters'. */
	| 'filter'
	/** Panel, model, or an expression's null: the field is left out. Otherwise refused. */
	| 'optional'
	/** Model, or an expression's null: the field is left out. Otherwise refused. */
	| 'added'
	/** Refused. */
	| 'guard';

interface Wanted {
	kind: Kind;
	need: Need;
	usual?: unknown;
	isLocator?: boolean;
	/** Advice if an expression has no value. */
	emptyAdvice?: string;
	finds?: string;
}

export type ValueContext = Omit<ReadContext, 'given'>;

/** Returns undefined for a field that is left out. No other function decides what an empty value means. */
export function readValue(
	{ kind, need, usual, finds, isLocator, emptyAdvice = 'To leave the field out, let it give null.' }: Wanted,
	given: Given,
	context: ValueContext,
) {
	const { label } = context;
	const clean = { ...given, value: cleaned(given.value, label) };
	const { value } = isLocator ? located(clean) : clean;
	if (!(kind.isNothing ?? isNothing)(value)) return kind.read(value, { ...context, given: clean });
	const origin = originOf(given);
	const isFromExpression = origin === 'expression';
	if (need === 'required' || need === 'guard') {
		if (origin === 'model' && !isNothing(usual)) return kind.read(usual, { ...context, given: clean });
		const todo = `Enter ${label}, or check what its expression gives for this item.`;
		throw new InputError(`${label} is empty`, need === 'guard' ? `Nothing was sent. ${todo}` : todo);
	}
	if (need === 'filter') {
		if (!isFromExpression || context.ignoresEmptyFilters) return undefined;
		throw new InputError(
			`${label} has no value for this item, so every ${finds ?? 'record'} would match`,
			"Check what its expression gives. If no value means no filter, add the option 'Ignore Empty Filters'.",
		);
	}
	if (isFromExpression ? value === null : origin === 'model' || need === 'optional') return undefined;
	throw new InputError(
		`${label} is empty`,
		isFromExpression
			? `Check what its expression gives for this item. ${emptyAdvice}`
			: `Enter ${label}, or remove it.`,
	);
}

/** Reads a default; undefined for none. */
export function readUsual(kind: Kind, usual: unknown, timezone = 'UTC') {
	return readValue(
		{ kind, need: 'optional' },
		{ value: usual, raw: usual, isTool: false },
		{ label: '', timezone, now: 0 },
	);
}
