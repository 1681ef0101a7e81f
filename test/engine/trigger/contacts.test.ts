import { type TriggerRig, useTriggerRig } from './support/triggerRig';

describe('Contact Updated', () => {
	const rig = useTriggerRig();

	const updated = { event: ['contactUpdated'], contactFields: ['name', 'company'] };
	const records = () => rig.sandbox.store.contactsOf('org_acme');
	const polled = async (trigger: ReturnType<TriggerRig['trigger']>) => (await trigger.poll()).map(({ json }) => json);

	it('emits nothing for a new contact, but emits its later changes', async () => {
		const trigger = rig.trigger({ parameters: { ...updated, event: ['contactCreated', 'contactUpdated'] } });
		await trigger.poll();
		const before = rig.requests().length;
		await trigger.poll();
		const ofOnePoll = rig.requests().length - before;
		expect(ofOnePoll).toBe(Math.ceil(records().length / 100));
		const record = rig.sandbox.store.addContact('org_acme', { id: 'contact_new', email: 'new@example.com' });
		expect((await polled(trigger)).map(({ event }) => event)).toEqual(['contactCreated']);
		record.name = 'Grace';
		expect(await polled(trigger)).toEqual([
			expect.objectContaining({ event: 'contactUpdated', changes: { name: { from: null, to: 'Grace' } } }),
		]);
	});

	it('a field chosen later starts with its own baseline, and other fields keep theirs', async () => {
		const trigger = rig.trigger({ parameters: { ...updated, contactFields: ['name'] } });
		await trigger.poll();
		Object.assign(records()[0]!, { name: 'New name', job_title: 'Countess' });
		const wider = rig.trigger({
			parameters: { ...updated, contactFields: ['name', 'job_title'] },
			saved: trigger.staticData,
		});
		expect((await polled(wider)).map(({ changes }) => changes)).toEqual([{ name: { from: null, to: 'New name' } }]);
		records()[0]!.job_title = 'Duchess';
		expect((await polled(wider)).map(({ changes }) => changes)).toEqual([
			{ job_title: { from: null, to: 'Duchess' } },
		]);
	});

	it('stores no name of a contact', async () => {
		const trigger = rig.trigger({ parameters: updated });
		await trigger.poll();
		records()[0]!.name = 'Ada Lovelace';
		await trigger.poll();
		expect(JSON.stringify(trigger.staticData)).not.toContain('Ada');
	});

	it('activation and test run report a field that no listed contact has', async () => {
		for (const record of records()) delete (record as { company?: string }).company;
		const message = "Your helpdesk's lists do not show the chosen contact fields: 'Contact Updated' cannot fire";
		expect(await rig.trigger({ parameters: updated }).failure()).toMatchObject({ message: message });
		expect(await rig.trigger({ parameters: updated, mode: 'manual' }).failure()).toMatchObject({
			message: message,
		});
		const [first] = await rig
			.trigger({ parameters: { ...updated, contactFields: ['name'] }, mode: 'manual' })
			.poll();
		expect(first!.json).toMatchObject({
			event: 'contactUpdated',
			changes: { name: { from: null, to: expect.any(String) as string } },
		});
	});
});

describe('Contact Created', () => {
	const rig = useTriggerRig();

	it('reads the whole list in pages of 100, and twice at the start', async () => {
		const trigger = rig.trigger({ parameters: { event: 'contactCreated' } });
		const pages = Math.ceil(rig.sandbox.store.contactsOf('org_acme').length / 100);
		expect(pages).toBeGreaterThan(1);
		await trigger.poll();
		expect(rig.requests().length).toBe(2 * pages);
		await trigger.poll();
		expect(rig.requests().length).toBe(3 * pages);
	});
});
