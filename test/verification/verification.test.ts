import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { scanSource, scanTarball } from '../../tools/verification/verification';
import { packTarball } from '../../tools/n8n/install';

const project = join(__dirname, '..', '..');

describe("n8n's verification", () => {
	it('finds no problem in the source', async () => {
		const verdict = await scanSource(project);
		expect(verdict.details ?? verdict.message ?? '').toBe('');
		expect(verdict.passed).toBe(true);
	});

	it('finds no problem in the packed tarball', async () => {
		const verdict = await scanTarball(await packTarball());
		expect(verdict.details ?? verdict.message ?? '').toBe('');
		expect(verdict.passed).toBe(true);
	});

	describe('with a package that breaks a rule', () => {
		let folder: string;

		beforeEach(async () => {
			folder = await mkdtemp(join(tmpdir(), 'helpdesk-broken-'));
			for (const part of ['package.json', 'credentials', 'nodes', 'icons', 'transport']) {
				await cp(join(project, part), join(folder, part), { recursive: true });
			}
		});

		afterEach(async () => await rm(folder, { recursive: true }));

		it('finds the violation even if a comment disables the rule', async () => {
			const lines = ['/* eslint-disable */', 'export const wait = () => setTimeout(() => undefined, 1);', ''];
			await writeFile(join(folder, 'nodes', 'wait.ts'), lines.join('\n'));
			const verdict = await scanSource(folder);
			expect(verdict.passed).toBe(false);
			expect(verdict.details).toContain('no-restricted-globals');
		});
	});
});
