import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

const icons = join(__dirname, '..', '..', 'icons');
const plot = join(require.resolve('uplot/package.json'), '..', 'dist');

/** Path, file and content type. */
const files = [
	['/', join(__dirname, 'index.html'), 'text/html'],
	['/page/page.js', join(__dirname, 'page.js'), 'text/javascript'],
	['/page/page.css', join(__dirname, 'page.css'), 'text/css'],
	['/page/icon.svg', join(icons, 'helpdesk.svg'), 'image/svg+xml'],
	['/page/uPlot.js', join(plot, 'uPlot.esm.js'), 'text/javascript'],
	['/page/uPlot.css', join(plot, 'uPlot.min.css'), 'text/css'],
] as const;

/** Serves the sandbox's page, whose files need no build. Its data comes from the control interface. */
export async function pageRoutes(app: FastifyInstance) {
	for (const [path, file, type] of files) {
		app.get(path, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(readFileSync(file, 'utf8')));
	}
}
