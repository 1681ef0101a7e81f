// @ts-check
const { default: Runtime } = require('jest-runtime');

/** Loads the project's own modules anew for each round and keeps the packages, of which n8n's engine takes the longest to load. */
class KeepingRuntime extends Runtime {
	/** @param {ConstructorParameters<typeof Runtime>} args */
	constructor(...args) {
		super(...args);
		const [{ rootDir }, { global }] = args;
		const { moduleRegistry } = /** @type {{ registries: { moduleRegistry: Map<string, unknown> } }} */ (/** @type {unknown} */ (this)).registries;
		/** @type {any} */ (global).forgetModules = () => {
			for (const path of moduleRegistry.keys())
				if (path.startsWith(rootDir) && !path.startsWith(`${rootDir}/mutation/`)) moduleRegistry.delete(path);
		};
	}
}

module.exports = KeepingRuntime;
