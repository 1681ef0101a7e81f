import Runtime from 'jest-runtime';

/** Loads the project's modules again for each round, but keeps packages: n8n's engine takes long to load. */
export default class KeepingRuntime extends Runtime {
	constructor(...args: ConstructorParameters<typeof Runtime>) {
		super(...args);
		const [{ rootDir }, { global }] = args;
		const { moduleRegistry } = (this as unknown as { registries: { moduleRegistry: Map<string, unknown> } })
			.registries;
		global.forgetModules = () => {
			for (const path of moduleRegistry.keys())
				if (path.startsWith(rootDir) && !path.startsWith(`${rootDir}/mutation/`)) moduleRegistry.delete(path);
		};
	}
}
