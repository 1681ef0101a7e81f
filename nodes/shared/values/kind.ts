import { isObject } from '../../../transport';

/** Entered in the panel, computed by an expression, or given by a model. */
export type Origin = 'panel' | 'expression' | 'model';

/** The value of an item, and what the workflow stores. */
export interface Given {
	value: unknown;
	/** As stored. Text that begins with "=" is an expression. */
	raw: unknown;
	isTool: boolean;
}

/** Returns a part of a value. If an expression gives the whole value, it also gives the part. */
export function partOf({ value, raw, isTool }: Given, name: string | number): Given {
	const of = (whole: unknown) =>
		typeof whole === 'object' && whole !== null ? (whole as Record<string | number, unknown>)[name] : undefined;
	return { value: of(value), raw: isExpression(raw) ? raw : of(raw), isTool };
}

/** Returns the value inside a resource locator. */
export function located(given: Given) {
	return isObject(given.value) && 'value' in given.value ? partOf(given, 'value') : given;
}

export function originOf({ raw, isTool }: Given): Origin {
	const expressions = expressionsIn(raw);
	if (expressions.length === 0) return 'panel';
	return isTool && expressions.every(isFilledByModel) ? 'model' : 'expression';
}

function isExpression(raw: unknown): raw is string {
	return typeof raw === 'string' && raw.startsWith('=');
}

function expressionsIn(raw: unknown): string[] {
	if (isExpression(raw)) return [raw];
	return typeof raw === 'object' && raw !== null ? Object.values(raw).flatMap(expressionsIn) : [];
}

const TEXT = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{))*`/gs;
const FROM_AI = /^=\{\{\s*(?:\/\*.*?\*\/\s*)?\$fromAI\s*\([\s,\w.-]*\)\s*\}\}$/is;

/** Anything besides a single `$fromAI` call may limit what a model can enter. */
function isFilledByModel(expression: string) {
	return FROM_AI.test(expression.replace(TEXT, '0'));
}

export interface Labelled {
	/** The field's name in the editor, quoted. */
	label: string;
}

export interface ReadContext extends Labelled {
	timezone: string;
	/** Ms since the epoch. */
	now: number;
	/** Shows the value's origin, and the parts of rows. */
	given: Given;
	ignoresEmptyFilters?: boolean;
}

export interface Kind<T = unknown> {
	name: string;
	/** Returns undefined to leave the field out. Throws {InputError}. */
	read: (value: unknown, context: ReadContext) => T;
	/** Default: the function `isNothing`. */
	isNothing?: (value: unknown) => boolean;
}

export function kindOf<T>(name: string, read: Kind<T>['read']): Kind<T> {
	return { name, read };
}

/** A condition of the helpdesk's filter (contract, Filter body). Names in `values` are looked up later. */
export interface Condition {
	attribute: string;
	comparison: string;
	values: unknown[];
	kind: Kind<unknown[]>;
}

export const isBlank = (text: string) => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);

export const isNoValue = (text: string) => /^(undefined|null|NaN|\[object \w+\])$/.test(text);

export function isNothing(value: unknown) {
	if (value === undefined || value === null) return true;
	return typeof value === 'string' ? isBlank(value) : Array.isArray(value) && value.every(isNothing);
}
