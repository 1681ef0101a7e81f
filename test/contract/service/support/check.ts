import { receiveMessage } from '../../../../sandbox/incoming';
import { createConversation } from '../../../../sandbox/newConversation';
import type { LoggedRequest } from '../../../../sandbox';
import { statusesOf } from '../../../../sandbox/world/words';
import type { World } from '../../../../contract/worlds';
import { reportOf } from '../../../../tools/service/found';
import { readHelpdesk } from '../../../../tools/service/read';
import type { ServiceReport } from '../../../../tools/service/report';
import { startRig, type Rig } from '../../../support/transport';

/** As many as fill the largest page. */
const CONVERSATIONS = 240;
const TEN_MINUTES = 600_000;

export const startChecks = async (): Promise<Rig> => await startRig({ conversations: CONVERSATIONS, limitPerMinute: 300 });

export interface Checked {
	report: ServiceReport;
	/** What the helpdesk was asked. */
	log: LoggedRequest[];
}

/**
 * What a helpdesk at work has and the seed need not have: conversations that began at once, as an import makes them, one of them in the
 * last of the statuses, an old one in which the customer wrote again, and an older one that was changed later still.
 */
export async function goToWork({ sandbox: { store }, clock }: Rig): Promise<void> {
	// Few enough to be on the smallest page, also after the others.
	const [written, changed] = store.sortedConversations({ inboxId: 'inbox_support' }, 'newest').slice(3, 5);
	const contactId = store.contactsOf('org_acme')[0]!.id;
	const imported = Array.from({ length: 8 }, () =>
		createConversation(store, { inboxId: 'inbox_support', contactId, subject: 'Imported', html: '<p>Hello</p>' }),
	);
	// On the smallest page chance alone may put none in a status that few have.
	imported[0]!.record.status = statusesOf(store.world).all.at(-1)!;
	await clock.sleep(TEN_MINUTES);
	receiveMessage(store, written!, 'Is there any news?');
	await clock.sleep(TEN_MINUTES);
	store.touch(changed!, { is_spam: false });
	await clock.sleep(TEN_MINUTES);
}

/** Checks the helpdesk as it stands. */
export async function check({ sandbox, clock }: Rig, token: string = sandbox.tokens.personal): Promise<Checked> {
	const before = sandbox.requests().length;
	const readings = await readHelpdesk({ baseUrl: sandbox.baseUrl, token, clock });
	return { report: reportOf(readings, clock.now()), log: sandbox.requests(before) };
}

/** Checks a helpdesk of a world, new from its seed. */
export async function checkWorld(rig: Rig, world: Partial<World>, seed = 1): Promise<Checked> {
	rig.sandbox.reset({ world, seed });
	await goToWork(rig);
	return await check(rig);
}
