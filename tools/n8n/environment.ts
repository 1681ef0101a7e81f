import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { n8nScript, nodeBinary, runtimeFolder } from './runtime.cjs';
import { freePort, LOOPBACK } from './ports';

/** What n8n would do on its own and nobody here wants: telemetry, news, banners, calls to the outside. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** Modules of n8n that call the outside. */
const DISABLED_MODULES = ['mcp-registry'];

/** No settings of n8n, npm, jest or a proxy: a run is to be the same on every machine, and needs this machine alone. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USER'];

/**
 * The environment that n8n starts with.
 *
 * @param extra wins over everything else
 */
export async function n8nEnvironment(userFolder: string, port: number, extra: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
	const folder = runtimeFolder();
	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...QUIET,
		// n8n starts its task runner as plain `node`.
		PATH: dirname(nodeBinary(folder)) + delimiter + process.env.PATH,
		// An n8n does not start with the name of a module that it does not have.
		N8N_DISABLED_MODULES: DISABLED_MODULES.filter((name) => existsSync(join(n8nScript(folder), '../../dist/modules', name))).join(),
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_LOG_FORMAT: 'json',
		// The default, said aloud: n8n warns otherwise that it will change.
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The session cookie has to work over http.
		N8N_SECURE_COOKIE: 'false',
		...extra,
	};
}
