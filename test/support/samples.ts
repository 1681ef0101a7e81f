import { conversationSamples } from './samples/conversation';
import { messageSamples } from './samples/message';
import { otherSamples } from './samples/others';
import type { Samples } from './samples/sample';

/**
 * For every operation of the Helpdesk node, "resource.operation", parameters that work in a freshly reset
 * sandbox. Asking for a sample also makes ready what it needs, such as a conversation in the trash.
 */
export const samples: Samples = { ...conversationSamples, ...messageSamples, ...otherSamples };
