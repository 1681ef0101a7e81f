import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { answerWays } from './answerWays';
import type { HostileCase } from './cases';
import { CUSTOMER_TEXT } from './helpdesk';
import { operations } from './operations';
import { idsOf, NOTE_TEXT, TOKEN, type Execution, type Ran } from './runCase';
import { everythingIn } from '../../../support/secrets';

type Report = 'done' | 'applied or not' | 'not applied' | 'skipped' | 'not output' | 'untold';

export interface Broken {
	promise: string;
	seen: string;
}

/** Returns the promises that a case broke: differences between reports and the helpdesk's state. */
export function judge(drawn: HostileCase, ran: Ran): Broken[] {
	const { kind, deed } = operations[drawn.operation]!;
	const broken: Broken[] = [];
	const fail = (promise: string, seen: unknown) => void broken.push({ promise, seen: String(seen) });
	const executions = [ran.first, ...(ran.second ? [ran.second] : [])];
	if (executions.some(({ endless }) => endless)) return [{ promise: 'a run ends', seen: 'it did not' }];
	for (const { late, error, outputs } of executions) {
		if (error && !(Number(error.context?.itemIndex) < drawn.items)) fail('an error names its item', error.message);
		if (late > 0) fail('no request after the end', `${late} of them`);
		const texts = everythingIn([error, outputs?.filter(isFailed).map(withHiddenError)]);
		for (const secret of [TOKEN, NOTE_TEXT, CUSTOMER_TEXT])
			if (texts.includes(secret)) fail('no secret in an error', secret);
	}
	if (ran.tokenElsewhere) fail('no token to another server', 'it came');
	const reports = reportsOf(drawn, ran.first);
	const again = ran.second && reportsOf(drawn, ran.second);
	idsOf(drawn).forEach((id, index) => {
		const report = reports[index]!;
		const later = again?.[index];
		const shown = `item ${index}: told "${report}"${later ? `, then "${later}"` : ''}; ${outputText(ran.first, index)}`;
		if (report === 'applied or not' && nothingCame(ran, id))
			fail('"may have been applied" only where a byte of a request came', shown);
		if (!deed) {
			if (report === 'applied or not') fail('a read changes nothing', shown);
			if (report === 'done') readWhole(drawn, ran, index, (seen) => fail('a read gives all or fails', seen));
			return;
		}
		const times = ({ applied }: Execution) => applied.get(deed(id)) ?? 0;
		const [first, total] = [times(ran.first), times(ran.second ?? ran.first)];
		const counted = `${shown}; applied ${first}${ran.second ? ` then ${total}` : ''} times`;
		if (kind === 'post' && total > 1) fail('a POST is applied once at most', counted);
		if (report === 'done' && first === 0) fail('what is told as done was applied', counted);
		if (report === 'skipped') fail('no item is skipped in a first execution, whose keys are all new', counted);
		if (report === 'not output' && !(ran.first.error || drawn.items === 0))
			fail('every item comes out, or an error', counted);
		if (report === 'not applied' && first > 0) fail('what is told as not applied was not', counted);
		// A run that stopped at another item reports nothing for this one.
		if (later === undefined || later === 'untold') return;
		if (report === 'not applied' && first === 0 && (later !== 'done' || total === 0))
			fail('a definite failure frees its key', counted);
		if (report === 'done' && later !== 'skipped') fail('a used key is skipped', counted);
		if (report === 'applied or not' && kind === 'post' && later !== 'skipped')
			fail('a POST with an unknown outcome keeps its key', counted);
	});
	return broken;
}

function reportsOf({ items, operation }: HostileCase, { outputs = [], error }: Execution): Report[] {
	return Array.from({ length: items }, (_, index) => {
		if (error) {
			if (error.context?.itemIndex !== index) return 'untold';
			return /may have been applied/i.test(`${error.message} ${(error as { description?: string }).description}`)
				? 'applied or not'
				: 'not applied';
		}
		const own = outputsOf(outputs, index);
		const failed = own.find(isFailed);
		if (failed)
			return (failed.json.details as IDataObject | undefined)?.mayHaveBeenApplied === false
				? 'not applied'
				: 'applied or not';
		// Only a read may output nothing.
		if (own.length === 0 && operations[operation]!.deed) return 'not output';
		return own.some(({ json }) => json.skipped === true) ? 'skipped' : 'done';
	});
}

function outputsOf(outputs: INodeExecutionData[], index: number) {
	return outputs.filter(({ pairedItem }) => (pairedItem as { item?: number } | undefined)?.item === index);
}

function isFailed({ json }: INodeExecutionData) {
	return json.error !== undefined;
}

/** Returns an item's JSON and its `error`, because n8n shows both. */
function withHiddenError(item: INodeExecutionData): unknown {
	return [item.json, (item as { error?: unknown }).error];
}

function outputText({ outputs = [], error }: Execution, index: number) {
	const shown = error
		? error.message
		: outputsOf(outputs, index).map(({ json }) => String(json.error ?? JSON.stringify(json)).slice(0, 120))[0];
	return `"${shown}"`;
}

function nothingCame({ hostile }: Ran, id: string) {
	const isReceived = hostile.requests().some(({ path, body }) => path.includes(id) || body.includes(id));
	return !isReceived && hostile.uncertain() === 0;
}

/** Calls `fail` unless a read output all of the helpdesk's records, or its whole file. */
function readWhole(drawn: HostileCase, { first, hostile }: Ran, index: number, fail: (seen: string) => void) {
	const { kind, records, anyForm } = operations[drawn.operation]!;
	const own = outputsOf(first.outputs ?? [], index);
	const met = new Set(hostile.met.map(({ way }) => answerWays[way]?.mayRead));
	if (kind === 'download') {
		if (met.has('other file') || met.has('nothing')) return;
		const bytes = Buffer.from(own[0]?.binary?.data?.data ?? '', 'base64');
		if (!bytes.equals(hostile.helpdesk.file))
			fail(`item ${index}: a file of ${bytes.length} bytes instead of ${hostile.helpdesk.file.length}`);
		return;
	}
	const wanted = records!(hostile.helpdesk, idsOf(drawn)[index]!).map(({ id }) => id);
	const got = own.map(({ json }) => json.id);
	const whole = got.length === wanted.length && got.every((id, at) => id === wanted[at]);
	const textsHold = own.every(({ json }) => json.subject === `${CUSTOMER_TEXT} ${String(json.id)} ü`);
	if (whole && textsHold) return;
	if (met.has('nothing') && (own.length === 0 || anyForm)) return;
	fail(
		`item ${index}: ${own.length} records instead of ${wanted.length}: ${JSON.stringify(own.slice(0, 2).map(({ json }) => json)).slice(0, 160)}`,
	);
}
