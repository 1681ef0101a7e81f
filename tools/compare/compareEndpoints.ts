import { compareSchemas, type Difference } from './compareSchemas';
import { describeSchema } from './describe';
import type { Answer, Content, Endpoint } from './endpoints';
import type { Parameter } from './parameters';

/**
 * All that two descriptions of an endpoint do not agree on.
 *
 * @param marksPatOnly whether the other description marks endpoints for personal access tokens at all
 */
export function compareEndpoints(here: Endpoint, there: Endpoint, marksPatOnly: boolean): Difference[] {
	return [
		...(here.version && there.version ? compareTexts('version', here.version, there.version) : []),
		...compareTexts('security', here.security, there.security),
		...(marksPatOnly ? compareTexts('personal access tokens only', yesOrNo(here.patOnly), yesOrNo(there.patOnly)) : []),
		...compareMaps(here.parameters, there.parameters, (a, b) => compareParameters(a, b)),
		...compareBodies(here.body, there.body),
		...compareMaps(here.answers, there.answers, (a, b, code) => compareAnswers(a, b, `answer ${code}`)),
	];
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
const requiredText = ({ required }: { required: boolean }) => (required ? 'required' : 'optional');

function compareTexts(where: string, here: string, there: string): Difference[] {
	return here === there ? [] : [{ where, here, there }];
}

type Compare<T> = (here: T | undefined, there: T | undefined, key: string) => Difference[];

/** What is in one of the two maps or in both, in the order of `here`. */
function compareMaps<T>(here: ReadonlyMap<string, T>, there: ReadonlyMap<string, T>, compare: Compare<T>): Difference[] {
	const keys = new Set([...here.keys(), ...there.keys()]);
	return [...keys].flatMap((key) => compare(here.get(key), there.get(key), key));
}

function compareParameters(here: Parameter | undefined, there: Parameter | undefined, before = ''): Difference[] {
	const where = `${before}${(here ?? there)!.label}`;
	if (!here || !there) return [{ where, here: described(here), there: described(there) }];
	return [...compareTexts(where, requiredText(here), requiredText(there)), ...compareSchemas(here.schema, there.schema, where)];
}

function described(parameter: Parameter | undefined): string | undefined {
	return parameter && `${describeSchema(parameter.schema)}${parameter.required ? ', required' : ''}`;
}

function compareBodies(here: Endpoint['body'], there: Endpoint['body']): Difference[] {
	if (here && there)
		return [...compareTexts('body', requiredText(here), requiredText(there)), ...compareContents(here.content, there.content, 'body')];
	const [a, b] = [here, there].map((body) => body && `${requiredText(body)}, ${describeContent(body.content)}`);
	return a === b ? [] : [{ where: 'body', here: a, there: b }];
}

function compareAnswers(here: Answer | undefined, there: Answer | undefined, where: string): Difference[] {
	if (!here || !there) return [{ where, here: here && describeContent(here.content), there: there && describeContent(there.content) }];
	return [
		...compareMaps(here.headers, there.headers, (a, b) => compareParameters(a, b, `${where} `)),
		...compareContents(here.content, there.content, where),
	];
}

function compareContents(here: Content, there: Content, where: string): Difference[] {
	return compareMaps(here, there, (a, b, type) => {
		if (a && b) return compareSchemas(a, b, type === 'application/json' ? where : `${where} ${type}`);
		return [{ where, here: a && `${type}: ${describeSchema(a)}`, there: b && `${type}: ${describeSchema(b)}` }];
	});
}

function describeContent(content: Content): string {
	const texts = [...content].map(([type, schema]) => (type === 'application/json' ? describeSchema(schema) : `${type}: ${describeSchema(schema)}`));
	return texts.join(' or ') || 'nothing';
}
