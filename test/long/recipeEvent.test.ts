import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { project, ProjectCopy } from './support/copy';

it('the example event in CONTRIBUTING needs only one entry and one row, and its tests pass', () => {
	const guide = readFileSync(join(project, 'CONTRIBUTING.md'), 'utf8');
	const snippet = (name: string) =>
		new RegExp(`^ *\`\`\`ts ${name}\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(guide)![1]!.replace(/^ {3}/gm, '');
	const copy = new ProjectCopy();
	const append = (path: string, before: string, text: string) => copy.change(path, before, text + before);
	try {
		append('nodes/HelpdeskTrigger/core/events.ts', '} satisfies Record<string, TriggerEvent>;', snippet('entry'));
		append('test/unit/trigger/events.test.ts', '];\n\n/** Events with tests elsewhere', snippet('row'));
		copy.run('node_modules/tsx/dist/cli.mjs', 'tools/docs/docs.ts');
		expect(copy.read('docs/trigger.md')).toContain('| Subject Changed To |');
		copy.run('node_modules/typescript/bin/tsc');
		copy.run(
			'node_modules/jest/bin/jest.js',
			'--selectProjects',
			'unit',
			'contract',
			'-w',
			'1',
			'test/(unit/trigger/events|contract/docs).test',
		);
	} finally {
		copy.remove();
	}
});
