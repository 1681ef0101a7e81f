import { InputError } from '../../../transport';
import { located, originOf, Given, Kind, ReadContext, isNothing } from './kind';
import { cleaned } from './text';

/** What may be nothing (docs/values.md, Nothing). */
export type Need =
	/** Never. A model's nothing counts as the default. */
	| 'required'
	/** Panel and model: no filter. */
	| 'filter'
	/** Panel, model, and null: left out. */
	| 'optional'
	/** Model and null: left out. */
	| 'added'
	/** Never. */
	| 'guard';

interface Wanted {
	kind: Kind;
	need: Need;
	usual?: unknown;
	isLocator?: boolean;
	/** For an expression without a value. */
	emptyAdvice?: string;
	finds?: string;
}

const NULL_LEAVES_OUT = 'To leave the field out, let it give null.';

export type ValueContext = Omit<ReadContext, 'given'>;

/**
 * Reads one value. The only place that decides what nothing means. Returns undefined for a field that is left out;
 * throws {InputError}.
 */
export function readValue(
	{ kind, need, usual, finds, isLocator, emptyAdvice }: Wanted,
	given: Given,
	context: ValueContext,
): unknown {
	const { label } = context;
	const clean = { ...given, value: cleaned(given.value, label) };
	const { value } = isLocator ? located(clean) : clean;
	if (!(kind.isNothing ?? isNothing)(value)) return kind.read(value, { ...context, given: clean });
	const origin = originOf(given);
	const isFromExpression = origin === 'expression';
	if (need === 'required') {
		if (origin === 'model' && !isLocator && !isNothing(usual))
			return kind.read(usual, { ...context, given: clean });
		throw new InputError(`${label} is empty`, `Enter ${label}, or check what its expression gives for this item.`);
	}
	if (need === 'guard') {
		throw new InputError(
			`${label} is empty`,
			`Nothing was sent. Enter ${label}, or check what its expression gives for this item.`,
		);
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
			? `Check what its expression gives for this item. ${emptyAdvice ?? NULL_LEAVES_OUT}`
			: `Enter ${label}, or remove it.`,
	);
}

/** Reads a default; undefined for none. */
export function readUsual(kind: Kind, usual: unknown, timezone = 'UTC'): unknown {
	return readValue(
		{ kind, need: 'optional' },
		{ value: usual, raw: usual, isTool: false },
		{ label: '', timezone, now: 0 },
	);
}
