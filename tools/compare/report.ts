import type { Compared, Comparison, Verdict } from './compare';
import type { Difference } from './compareSchemas';

/** What so many endpoints differ in is said once, and referred to by a letter. */
const MANY = 5;

/** The comparison as text: endpoint by endpoint, those to look at last, then what it comes to. */
export function report({ endpoints, marksPatOnly }: Comparison): string {
	const told = endpoints.map((each): Told => ({ ...each, texts: sentences(each.differences) }));
	const common = commonTexts(told);
	const width = Math.max(...endpoints.map(({ endpoint }) => endpoint.path.length));
	const ownTexts = ({ texts }: Told) => texts.filter((text) => !common.has(text)).length;
	const group = (verdict: Verdict) =>
		told.filter((each) => each.verdict === verdict).sort((a, b) => Math.sign(ownTexts(a)) - Math.sign(ownTexts(b)));
	const blocks = [
		...(['same', 'unknown there', 'missing here', 'differs'] as const).map((verdict) =>
			group(verdict)
				.map((each) => entry(each, common, width))
				.join('\n'),
		),
		[...common].map(([text, { letter, count }]) => `[${letter}] in ${count} endpoints: ${text}`).join('\n'),
		marksPatOnly ? '' : PAT_ONLY_UNSAID,
		summary(endpoints),
	];
	return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const PAT_ONLY_UNSAID = `Not compared: which endpoints are for personal access tokens only. There, nothing is marked with
x-pat-only; look whether the description says it in its words.`;

/** An endpoint with its differences as sentences. */
interface Told extends Compared {
	texts: string[];
}

/** One sentence a difference; what holds for several answers is one. */
function sentences(differences: Difference[]): string[] {
	const codesOf = new Map<string, string[]>();
	for (const { where, here, there } of differences) {
		const [, code = '', place] = /^(?:answer (\S+))?(.*)$/.exec(where)!;
		const text = `${place}: ${here === undefined ? 'not here' : `here ${here}`}; ${there === undefined ? 'not there' : `there ${there}`}`;
		codesOf.set(text, [...(codesOf.get(text) ?? []), code]);
	}
	return [...codesOf].map(([text, codes]) => (codes[0] === '' ? text : `answer ${codes.join(', ')}${text}`));
}

type Common = Map<string, { letter: string; count: number }>;

function commonTexts(told: Told[]): Common {
	const counts = new Map<string, number>();
	for (const text of told.flatMap(({ texts }) => texts)) counts.set(text, (counts.get(text) ?? 0) + 1);
	const many = [...counts].filter(([, count]) => count >= MANY);
	return new Map(many.map(([text, count], index) => [text, { letter: letterOf(index), count }]));
}

/** A to Z, then A1 to Z1 and so on. */
function letterOf(index: number): string {
	return `${String.fromCharCode(65 + (index % 26))}${Math.floor(index / 26) || ''}`;
}

function entry({ verdict, endpoint, texts, otherMethods }: Told, common: Common, width: number): string {
	const { method, path, provenance } = endpoint;
	const letters = texts.flatMap((text) => common.get(text)?.letter ?? []);
	const remarks = [
		provenance === 'provisional' ? 'provisional' : '',
		otherMethods.length > 0 ? `${verdict === 'missing here' ? 'here' : 'there'} this path has ${otherMethods.join(', ')}` : '',
		...letters.sort().map((letter) => `[${letter}]`),
	];
	const line = `${verdict.padEnd(13)}  ${method.padEnd(6)}  ${path.padEnd(width)}  ${remarks.filter((remark) => remark !== '').join(' ')}`;
	const own = texts.filter((text) => !common.has(text)).map((text) => `${' '.repeat(15)}- ${text}`);
	return [line.trimEnd(), ...own].join('\n');
}

function summary(endpoints: Compared[]): string {
	const known = endpoints.filter(({ verdict }) => verdict !== 'missing here');
	const provisional = known.filter(({ endpoint }) => endpoint.provenance === 'provisional');
	return [
		`${known.length} endpoints here: ${counts(known)}; ${endpoints.length - known.length} missing here.`,
		`${provisional.length} of them provisional: ${counts(provisional)}.`,
	].join('\n');
}

function counts(endpoints: Compared[]): string {
	const count = (verdict: Verdict) => endpoints.filter((each) => each.verdict === verdict).length;
	return `${count('same')} same, ${count('differs')} differ, ${count('unknown there')} unknown there`;
}
