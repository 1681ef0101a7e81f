/** Typed or picked in the panel, computed by an expression, or filled in by a model. */
export type Origin = 'panel' | 'expression' | 'model';

/** A value of one item, with what the workflow has stored for it. */
export interface Given {
	value: unknown;
	/** As stored: text that begins with "=" is an expression. */
	raw: unknown;
	isTool: boolean;
}

/** Returns a part. An expression that gives the whole also gives its parts. */
export function partOf({ value, raw, isTool }: Given, name: string | number): Given {
	const of = (whole: unknown) =>
		typeof whole === 'object' && whole !== null ? (whole as Record<string | number, unknown>)[name] : undefined;
	return { value: of(value), raw: isExpression(raw) ? raw : of(raw), isTool };
}

export function located(given: Given): Given {
	return isLocator(given.value) ? partOf(given, 'value') : given;
}

export function modeOf({ value }: Given): unknown {
	return isLocator(value) ? value.mode : undefined;
}

function isLocator(value: unknown): value is { mode?: unknown; value: unknown } {
	return typeof value === 'object' && value !== null && 'value' in value;
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

/** Any more than one `$fromAI` call may be what fences the model in. */
function isFilledByModel(expression: string) {
	return FROM_AI.test(expression.replace(TEXT, '0'));
}
