import { resources } from '../../nodes/Helpdesk/resources';
import { conversationSamples } from './samples/conversation';
import { messageSamples } from './samples/message';
import { otherSamples } from './samples/others';
import { provisionalSamples } from './samples/provisional';
import type { Samples } from './samples/sample';
import { usualSample } from './samples/usual';

/** Those that need special parameters. */
export const specialSamples: Samples = { ...conversationSamples, ...messageSamples, ...otherSamples, ...provisionalSamples };

/**
 * For every operation of the Helpdesk node, "resource.operation", parameters that work in a freshly reset
 * sandbox. Asking for a sample also makes ready what it needs, such as a conversation in the trash.
 */
export const samples: Samples = Object.fromEntries(
	resources.flatMap((resource) =>
		resource.operations.map((operation) => {
			const key = `${resource.value}.${operation.value}`;
			return [key, specialSamples[key] ?? ((sandbox) => usualSample(operation, sandbox))] as const;
		}),
	),
);
