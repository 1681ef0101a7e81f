import { operations } from './operations';
import type { Samples } from './samples/sample';
import { specialSamples } from './samples/special';
import { usualSample } from './samples/usual';

/**
 * A function for each operation, "resource.operation". It prepares a freshly reset sandbox, for example with a
 * conversation in the trash, and returns parameters that work there.
 */
export const samples: Samples = Object.fromEntries(
	operations.map(([key, operation]) => [key, specialSamples[key] ?? ((sandbox) => usualSample(operation, sandbox))]),
);
