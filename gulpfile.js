const { build } = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const { mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const { bottleneckFile, withOwnTimers } = require('./tools/build/bottleneckTimers');
const { licencesOf } = require('./tools/build/licences');

/** Each entry becomes a file in dist/, at the path in the block `n8n` of package.json. */
const entries = {
	transport: 'transport/index.ts',
	shared: 'nodes/shared/index.ts',
	'credentials/HelpdeskApi.credentials': 'credentials/HelpdeskApi.credentials.ts',
	'nodes/Helpdesk/Helpdesk.node': 'nodes/Helpdesk/Helpdesk.node.ts',
	'nodes/HelpdeskTrigger/HelpdeskTrigger.node': 'nodes/HelpdeskTrigger/HelpdeskTrigger.node.ts',
};

/** What is almost only libraries. */
const libraries = { bottleneck: 'bottleneck/light', luxon: 'luxon', html: 'nodes/shared/text/html.ts' };

/** Modules that all entries load from one built file: the pattern of their imports, and the file in dist/. */
const inOneFile = [
	// Two copies would be two queues, and together they would exceed the rate limit.
	[/^(\.\.\/)+transport$/, 'transport.js'],
	[/^(\.\.\/)+shared$/, 'shared.js'],
	[/^bottleneck\/light$/, 'bottleneck.js'],
	// With a copy in each node, n8n would load it twice at every start.
	[/^luxon$/, 'luxon.js'],
	[/^\.\/html$|\/text\/html$/, 'html.js'],
];

/** @param entry its path in dist/ */
const oneFileEach = (entry) => ({
	name: 'one-file-each',
	setup({ onResolve }) {
		for (const [filter, file] of inOneFile)
			onResolve({ filter }, ({ kind }) =>
				kind === 'entry-point' ? undefined : { path: fromEntry(entry, file), external: true },
			);
	},
});

function fromEntry(entry, file) {
	const path = relative(dirname(entry), file);
	return path.startsWith('.') ? path : `./${path}`;
}

const bottleneckTimers = {
	name: 'bottleneck-timers',
	setup({ onLoad }) {
		onLoad({ filter: bottleneckFile }, ({ path }) => ({ contents: withOwnTimers(path), loader: 'js' }));
	},
};

/**
 * Only htmlparser2's tokenizer is used. Its other modules have no side effects, but their packages declare that in a
 * file that esbuild does not read. This plugin saves 100 kB in the bundle.
 */
const tokenizerAlone = {
	name: 'tokenizer-alone',
	setup({ onResolve, resolve }) {
		onResolve({ filter: /^(domelementtype|domhandler|domutils)$/ }, async ({ path, pluginData, ...options }) =>
			pluginData === tokenizerAlone
				? undefined
				: { ...(await resolve(path, { ...options, pluginData: tokenizerAlone })), sideEffects: false },
		);
	},
};

/** commonmark brings an older copy of htmlparser2's table of entities, which would double the size of its file. */
const oneEntityTable = {
	name: 'one-entity-table',
	setup({ onResolve, resolve }) {
		onResolve({ filter: /^entities$/ }, async ({ importer, kind }) =>
			importer.includes('commonmark')
				? await resolve('entities/decode', { kind, resolveDir: __dirname })
				: undefined,
		);
	},
};

function clean(done) {
	rmSync('dist', { recursive: true, force: true });
	done();
}

async function bundle() {
	const options = {
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		loader: { '.html': 'text' },
		// n8n refuses the console, with which commonmark can measure itself.
		define: { 'console.time': 'Boolean', 'console.timeEnd': 'Boolean' },
		legalComments: 'none',
		minifyWhitespace: true,
		minifySyntax: true,
		logLevel: 'warning',
		metafile: true,
	};
	const plugins = [bottleneckTimers, tokenizerAlone, oneEntityTable];
	const ofLibraries = { entryPoints: libraries, plugins, minifyIdentifiers: true };
	// Our names are kept, so that stack traces are readable.
	const ofEntries = Object.entries(entries).map(([name, file]) => ({
		entryPoints: { [name]: file },
		plugins: [oneFileEach(name), ...plugins],
	}));
	const results = await Promise.all([ofLibraries, ...ofEntries].map((each) => build({ ...options, ...each })));
	writeFileSync('dist/THIRD_PARTY_LICENCES.txt', licencesOf(results.map(({ metafile }) => metafile)));
}

function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

function codex() {
	return src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));
}

/** Copies the types for packages that read lists with this transport. */
function types() {
	return src('tools/build/transport.d.ts', { encoding: false }).pipe(dest('dist'));
}

/** Writes the schemas of operations' outputs, for which n8n looks beside the built node. */
async function schemas() {
	const { outputSchemas } = require('tsx/cjs/api').require('./tools/docs/schemas.ts', __filename);
	for (const [path, text] of Object.entries(outputSchemas())) {
		mkdirSync(dirname(join('dist', path)), { recursive: true });
		writeFileSync(join('dist', path), text);
	}
}

exports.build = series(clean, parallel(bundle, icons, codex, types, schemas));
