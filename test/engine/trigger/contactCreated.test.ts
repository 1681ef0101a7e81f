import { startTriggerRig, type TriggerRig } from './support/triggerRig';

describe('Contact Created', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig();
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const contact = (id: string) => rig.sandbox.store.addContact('org_acme', { id, email: `${id}@example.com` });

	it('reads the whole list with 100 a page, and reads it twice at the start, so that shifted pages cause no late event', async () => {
		const trigger = rig.trigger({ parameters: { event: 'contactCreated' } });
		const pages = Math.ceil(rig.sandbox.store.contactsOf('org_acme').length / 100);
		expect(pages).toBeGreaterThan(1);
		await trigger.poll();
		expect(rig.sandbox.requests().length).toBe(2 * pages);
		await trigger.poll();
		expect(rig.sandbox.requests().length).toBe(3 * pages);
	});

	it('continues after a restart where it stopped', async () => {
		const trigger = rig.trigger({ parameters: { event: 'contactCreated', options: { maxEventsPerPoll: 2 } } });
		await trigger.poll();
		for (const id of ['contact_a', 'contact_b', 'contact_c']) contact(id);
		expect((await trigger.poll()).length).toBe(2);
		const restarted = rig.trigger({
			parameters: { event: 'contactCreated' },
			saved: trigger.staticData,
			activation: 'init',
		});
		expect((await restarted.poll()).length).toBe(1);
		expect(await restarted.poll()).toEqual([]);
	});
});
