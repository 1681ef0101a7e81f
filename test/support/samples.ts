import { operations } from './operations';
import type { Samples } from './samples/sample';
import { specialSamples } from './samples/special';
import { usualSample } from './samples/usual';

/**
 * Functions by operation, "resource.operation", that return parameters. They prepare a freshly reset sandbox, for
 * example with a conversation in the trash.
 */
export const samples: Samples = Object.fromEntries(
	operations.map(([key, operation]) => [key, specialSamples[key] ?? ((sandbox) => usualSample(operation, sandbox))]),
);
