import { dirname, delimiter } from 'node:path';

import { nodeBinary, runtimeFolder } from './runtime.cjs';
import { freePort, LOOPBACK } from './ports';

/** What n8n would do on its own and nobody here wants: telemetry, news, banners, calls to the outside. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** No settings of n8n, npm, jest or a proxy: a run is to be the same on every machine, and needs this machine alone. */
const INHERITED = ['HOME', 'LANG', 'TMPDIR', 'TZ', 'USER'];

/**
 * The environment that n8n starts with.
 *
 * @param extra wins over everything else
 */
export async function n8nEnvironment(
	userFolder: string,
	port: number,
	extra: Record<string, string> = {},
): Promise<NodeJS.ProcessEnv> {
	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...QUIET,
		// n8n starts its task runner as plain `node`.
		PATH: dirname(nodeBinary(runtimeFolder())) + delimiter + process.env.PATH,
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
