import { operations } from './operations';
import type { Samples } from './samples/sample';
import { specialSamples } from './samples/special';
import { usualSample } from './samples/usual';

/**
 * For every operation of the Helpdesk node, "resource.operation", parameters that work in a freshly reset
 * sandbox: those of the contract's examples, but for the few that need special ones. Asking for a sample also
 * makes ready what it needs, such as a conversation in the trash.
 */
export const samples: Samples = Object.fromEntries(
	operations.map(([key, operation]) => [key, specialSamples[key] ?? ((sandbox) => usualSample(operation, sandbox))]),
);
