import Runtime from 'jest-runtime';

/** Loads the project's own modules anew for each round and keeps the packages, of which n8n's engine takes the longest to load. */
export default class KeepingRuntime extends Runtime {
	constructor(...args: ConstructorParameters<typeof Runtime>) {
		super(...args);
		const [{ rootDir }, { global }] = args;
		const { moduleRegistry } = (this as unknown as { registries: { moduleRegistry: Map<string, unknown> } }).registries;
		global.forgetModules = () => {
			for (const path of moduleRegistry.keys())
				if (path.startsWith(rootDir) && !path.startsWith(`${rootDir}/mutation/`)) moduleRegistry.delete(path);
		};
	}
}
