import { useNodeRig } from '../../support/nodeRig';

const rig = useNodeRig();

describe('contact operations', () => {
	const contacts = () => rig.sandbox.store.contactsOf('org_acme');

	it('update changes the contact and outputs it, or only its ID if the response has no contact', async () => {
		const [output] = await rig.run('contact.update', {
			...rig.typical('contact.update'),
			updateFields: { name: 'Renamed', email: 'renamed@example.com', additionalBody: '{"company": "Acme"}' },
		});
		expect(output!.json).toEqual({
			...contacts()[0],
			name: 'Renamed',
			email: 'renamed@example.com',
			company: 'Acme',
		});
		rig.answers(200, { message: 'Updated.', when: 'after' });
		const [other] = await rig.run('contact.update', rig.typical('contact.update'));
		expect(other!.json).toEqual({ id: contacts()[0]!.id, message: 'Updated.' });
	});

	it('upsert creates a missing contact', async () => {
		const [output] = await rig.run('contact.upsert', rig.typical('contact.upsert'));
		const { id } = contacts().at(-1)!;
		expect(output!.json).toMatchObject({ id, email: 'new@example.com', name: 'New', created: true });
		expect(output!.json).not.toHaveProperty('avatar');
	});

	it('upsert updates an existing contact regardless of case, even without conversations', async () => {
		const { length } = contacts();
		contacts()[0]!.conversations_count = 0;
		const [output] = await rig.run('contact.upsert', {
			...rig.full('contact.upsert'),
			options: { simplify: false },
		});
		expect(output!.json).toEqual({ ...contacts()[0], name: 'Renamed', company: 'Acme', created: false });
		expect(contacts().length).toBe(length);
	});

	it('many upserts of one address create one contact', async () => {
		const items = Array.from({ length: 8 }, (_, index) => ({
			json: { email: index % 2 ? 'same@example.com' : 'SAME@example.com' },
		}));
		const output = await rig.run('contact.upsert', { email: '={{ $json.email }}' }, { items });
		expect(output.map(({ json }) => json.created)).toEqual([true, ...Array(7).fill(false)]);
		expect(contacts().filter(({ email }) => email.toLowerCase() === 'same@example.com').length).toBe(1);
	});
});

describe('inboxes, automations, teammates', () => {
	it('automations and teammates are output unwrapped, as one item each', async () => {
		const { automations } = rig.sandbox.store.inboxes.get('inbox_support')!;
		const whole = { options: { simplify: false } };
		const many = await rig.run('automation.getMany', { ...rig.typical('automation.getMany'), ...whole });
		const [one] = await rig.run('automation.get', { ...rig.typical('automation.get'), ...whole });
		const [teammate] = await rig.run('user.get', { ...rig.typical('user.get'), ...whole });
		const [me] = await rig.run('user.getCurrent', whole);
		expect(many.map(({ json }) => json)).toEqual(automations);
		expect(one!.json).toEqual(automations[0]);
		expect(teammate!.json).toEqual(rig.sandbox.store.teammates.get('user_ben'));
		expect(me!.json).toMatchObject({ id: 'user_ada', active_organization_id: 'org_acme' });
	});

	it.each(['automation.getMany', 'conversation.delete'])(
		'%s says that a partner-issued token cannot do this',
		async (operation) => {
			const credential = rig.credential({ accessToken: rig.sandbox.tokens.partner });
			const error = await rig.failure(operation, rig.typical(operation), { credential });
			expect(error.message).toMatch(/: the access token is not allowed to do this$/);
			expect(error.description).toContain(
				'This needs a personal access token: create one in the helpdesk (Integrations',
			);
		},
	);
});
