import { useTriggerRig } from './support/triggerRig';

describe('Contact Created', () => {
	const rig = useTriggerRig();

	it('reads the whole list with 100 a page, and reads it twice at the start, so that shifted pages cause no late event', async () => {
		const trigger = rig.trigger({ parameters: { event: 'contactCreated' } });
		const pages = Math.ceil(rig.sandbox.store.contactsOf('org_acme').length / 100);
		expect(pages).toBeGreaterThan(1);
		await trigger.poll();
		expect(rig.sandbox.requests().length).toBe(2 * pages);
		await trigger.poll();
		expect(rig.sandbox.requests().length).toBe(3 * pages);
	});
});
