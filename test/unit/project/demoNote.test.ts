import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { everyMinute } from '../../../tools/demo/triage';
import type { WorkflowInput } from '../../../tools/n8n/workflow';

const example = (from = '', to = '') =>
	JSON.parse(readFileSync(join(__dirname, '../../../examples/triage.json'), 'utf8').replaceAll(from, to)) as WorkflowInput;
const notes = ({ nodes }: WorkflowInput) => nodes.map(({ parameters }) => parameters.content).filter((content) => content !== undefined);

test("the note of the demo's triage says that it runs every minute, and nothing of a limit", () => {
	const said = notes(everyMinute(example()));
	expect(said).toHaveLength(notes(example()).length);
	expect(said.join('\n')).toContain('Every minute');
	expect(said.join('\n')).not.toMatch(/five minutes|Limit 5/i);
});

test.each(['Every five minutes', '**It begins with Limit 5:**'])(
	'a note of the example without %j stops the demo, rather than telling what is not so',
	(text) => {
		expect(() => everyMinute(example(text, 'Reworded'))).toThrow('examples/triage.json');
	},
);
