import { createConversation } from '../../../sandbox/newConversation';
import type { World } from '../../../contract/worlds';
import type { Rig } from '../../support/transport';
import { check, startChecks } from './support/check';

let rig: Rig;
beforeAll(async () => (rig = await startChecks()));
afterAll(async () => await rig.sandbox.close());

const found = async (world: Partial<World>, happens: () => void) => {
	rig.sandbox.reset({ world });
	happens();
	return await check(rig);
};

describe('what is seen by chance', () => {
	it.each(['seconds', 'date'] as const)('is the form of Retry-After where somebody else used up the limit (%s)', async (retryAfter) => {
		const others = () => rig.sandbox.fault({ kind: 'status', status: 429, retryAfter: 2, times: 1, skip: 5 });
		const { report } = await found({ retryAfter }, others);
		expect(report.facts.retryAfter).toMatchObject({ state: 'shown', value: retryAfter });
		expect(report.headers.retryAfter).toBe(retryAfter);
	});

	it.each(['headerAndBody', 'header', 'body', 'nested', 'absent'] as const)(
		'is where an internal error has its request id (%s)',
		async (requestIdPlace) => {
			const breaks = () => rig.sandbox.fault({ kind: 'status', status: 500, times: 1, skip: 5 });
			const { report } = await found({ requestIdPlace }, breaks);
			expect(report.facts.requestIdPlace).toMatchObject({ state: 'shown', value: requestIdPlace });
		},
	);

	it('is that conversations are listed at once, where one has just begun', async () => {
		const contactId = () => rig.sandbox.store.contactsOf('org_acme')[0]!.id;
		const begins = () =>
			void createConversation(rig.sandbox.store, { inboxId: 'inbox_support', contactId: contactId(), subject: 'Now', html: 'Now' });
		expect((await found({ lateVisibility: 'none' }, begins)).report.facts.lateVisibility).toMatchObject({ state: 'shown', value: 'none' });
		expect((await found({ lateVisibility: 'seconds30' }, begins)).report.facts.lateVisibility.state).toBe('not shown by what was read');
	});
});

it('a helpdesk that fails all the time is asked no more than the budget', async () => {
	const { report, log } = await found({}, () => rig.sandbox.fault({ kind: 'status', status: 500, path: '/inboxes*', times: 1000 }));
	expect([log.length <= 60, report.requests]).toEqual([true, log.length]);
});

it('a token of the partner class is refused by some endpoints, which are told from those that are missing', async () => {
	rig.sandbox.reset();
	const { report } = await check(rig, rig.sandbox.tokens.partner);
	expect(report.endpoints.listAutomations).toEqual({ state: 'refused', status: 403 });
	expect(report.facts.idType).toMatchObject({ state: 'shown', value: 'text' });
});
