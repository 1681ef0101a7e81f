import { operations } from './operations';
import type { Samples } from './samples/sample';
import { specialSamples } from './samples/special';
import { usualSample } from './samples/usual';

/**
 * By operation, "resource.operation": parameters that work in a freshly reset sandbox. Each call also prepares the
 * sandbox, for example with a conversation in the trash.
 */
export const samples: Samples = Object.fromEntries(
	operations.map(([key, operation]) => [key, specialSamples[key] ?? ((sandbox) => usualSample(operation, sandbox))]),
);
