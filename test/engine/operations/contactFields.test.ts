import { byId, useNodeRig } from '../../support/nodeRig';

const ENTERED = { name: 'Ada', company: 'Acme', jobTitle: 'Buyer', website: 'https://acme.example', address: 'Main Street 1', notes: 'VIP' };
const SENT = { name: 'Ada', company: 'Acme', job_title: 'Buyer', website: 'https://acme.example', address: 'Main Street 1', notes: 'VIP' };

describe("a contact's fields beyond its name", () => {
	const rig = useNodeRig({ conversations: 20 });

	const someone = () => rig.sandbox.store.contactsOf('org_acme')[0]!;
	const body = () => rig.sandbox.requests().at(-1)!.body;

	it('are sent by Create', async () => {
		await rig.run('contact.create', { email: 'new@example.com', additionalFields: ENTERED });
		expect(body()).toEqual({ email: 'new@example.com', ...SENT });
		expect(rig.sandbox.store.contactsOf('org_acme').at(-1)).toMatchObject(SENT);
	});

	it('are sent by Update only if they were added', async () => {
		await rig.run('contact.update', { contactId: byId(someone().id), updateFields: { company: 'Acme', website: '' } });
		expect(body()).toEqual({ company: 'Acme' });
	});

	it('are sent by Create or Update for new and existing contacts', async () => {
		await rig.run('contact.upsert', { email: 'new@example.com', additionalFields: ENTERED });
		expect(body()).toEqual({ email: 'new@example.com', ...SENT });
		await rig.run('contact.upsert', { email: someone().email, additionalFields: ENTERED });
		expect(body()).toEqual(SENT);
		expect(someone()).toMatchObject(SENT);
	});
});
