import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Helpdesk } from '../../../nodes/Helpdesk/Helpdesk.node';

const { description, methods } = new Helpdesk();

function iconsOf(icon: unknown, folder = 'nodes/Helpdesk') {
	const { light, dark } = icon as { light: string; dark: string };
	const paths = [light, dark].map((each) => each.replace('file:', `${folder}/`));
	return paths.filter((path) => existsSync(join(__dirname, '../../..', path)));
}

test('the names that workflows store never change', () => {
	expect(description).toMatchObject({
		name: 'helpdesk',
		group: ['transform'],
		version: 1,
		defaults: { name: 'Helpdesk' },
		inputs: ['main'],
		outputs: ['main'],
		usableAsTool: true,
		credentials: [{ name: 'helpdeskApi', required: true, testedBy: 'helpdeskApiTest' }],
		requestOperations: { pagination: expect.any(Function) },
	});
	expect(iconsOf(description.icon)).toEqual([
		'nodes/Helpdesk/../../icons/helpdesk.svg',
		'nodes/Helpdesk/../../icons/helpdesk.dark.svg',
	]);
	expect(methods.credentialTest).toEqual({ helpdeskApiTest: expect.any(Function) });
	expect(Object.keys(methods.loadOptions)).toEqual(expect.arrayContaining(['outputFields', 'teammates', 'tags']));
});
