import type { Random } from '../../../contract/random';
import type { Helpdesk } from './helpdesk';
import type { Conversation } from './records';
import type { Run } from './run';
import type { Step } from './story';

/** Of how many of the newest one is picked where people work on what is new. */
const NEWEST = 20;

/** What people do in the helpdesk. */
export function helpdeskDeed(run: Run, step: Step, random: Random): void {
	const { helpdesk } = run;
	switch (step.do) {
		case 'create':
		case 'createAndClose':
			return create(run, step, random);
		case 'change':
			return each(run, step, random, (conversation) => helpdesk.change(conversation, step.field, random));
		case 'message':
			return each(run, step, random, (conversation) => helpdesk.message(conversation, step.by));
		case 'aside': {
			const { what } = step;
			return each(run, step, random, (conversation) =>
				what === 'snooze' || what === 'spam' || what === 'plan'
					? helpdesk.setAside(conversation, what, random)
					: behindMessage(helpdesk, conversation, what, random),
			);
		}
		case 'move':
			return each(run, step, random, (conversation) => helpdesk.move(conversation, step.inbox));
		case 'remove':
			return each(run, step, random, (conversation) => helpdesk.remove(conversation));
		case 'createContacts':
			return times(step.count, () => void helpdesk.createContact());
		case 'touchContacts':
			return times(step.count, () => run.present.contacts.length > 0 && helpdesk.touchContact(random.pick(run.present.contacts)));
		case 'changeContacts':
			return times(step.count, () => run.present.contacts.length > 0 && helpdesk.changeContact(random.pick(run.present.contacts), random));
		case 'removeContacts':
			return times(step.count, () => run.present.contacts.length > 0 && helpdesk.removeContact(random.pick(run.present.contacts)));
	}
}

/** All in one moment, or one after the other over some seconds; those that are closed are so some seconds later. */
function create(run: Run, step: Step & { do: 'create' | 'createAndClose' }, random: Random): void {
	const { helpdesk, clock } = run;
	for (let index = 0; index < step.count; index += 1) {
		const make = () => {
			const conversation = helpdesk.create(step.inbox);
			if (step.do === 'createAndClose')
				void clock.sleep(1000 + random.below(20_000)).then(() => !conversation.isRemoved && helpdesk.close(conversation));
		};
		if (step.isTogether || index === 0) make();
		else void clock.sleep(random.below(30_000)).then(make);
	}
}

/** Half of them follow an answer, or the customer's message, at once. */
function behindMessage(helpdesk: Helpdesk, conversation: Conversation, kind: 'note' | 'draft' | 'automatic', random: Random): void {
	// The form of a thread without actors does not show that a reply was automatic.
	if (kind === 'automatic' && helpdesk.world.messageRecord === 'message') return;
	if (random.next() < 0.5) helpdesk.message(conversation, kind === 'note' ? 'teammate' : 'contact');
	helpdesk.message(conversation, 'teammate', kind);
}

function each(
	{ present: { conversations } }: Run,
	{ count, newest }: Step & { count: number; newest: boolean },
	random: Random,
	deed: (conversation: Conversation) => void,
): void {
	const from = newest ? Math.max(0, conversations.length - Math.max(NEWEST, count)) : 0;
	const chosen = new Set<Conversation>();
	times(count, () => conversations.length > 0 && chosen.add(conversations[from + random.below(conversations.length - from)]!));
	chosen.forEach(deed);
}

function times(count: number, deed: () => unknown): void {
	for (let index = 0; index < count; index += 1) deed();
}
