import type { WhoGotIt } from '../../shared/failure';

const either =
	(ifOpen: string): WhoGotIt =>
	({ mayHaveBeenApplied }) =>
		mayHaveBeenApplied ? ifOpen : 'The customer got nothing.';

const reply = either('The customer may have got the reply.');

/** The first sentence of an error. */
export const whoGotIt = {
	reply,
	message: either('The customer may have got the message.'),
	newConversation: either('The customer may have got a message.'),
	forward: either("Those under 'To' may have got the message."),
	scheduled: either('The customer may get the reply at its time.'),
	/** If not found, it may have been sent at its time. */
	sentNow: (failure) => reply({ ...failure, mayHaveBeenApplied: failure.mayHaveBeenApplied || [404, 409, 410].includes(failure.statusCode ?? 0) }),
	/** It still waits, or was sent at its time. */
	waiting: () => 'The customer may still get the reply.',
} satisfies Record<string, WhoGotIt>;
