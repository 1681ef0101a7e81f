import { ApprovalRig, press } from './support/approval';
import { eventually } from './support/n8n';

describe('the example in which a person approves the draft of a model, in a long outage of the helpdesk', () => {
	let rig: ApprovalRig;
	beforeAll(async () => (rig = await ApprovalRig.start()));
	afterEach(() => rig.sandbox.clearFaults());
	afterAll(async () => await rig.stop());

	it('the link in a note works if the answer to the note was lost and the note could not be looked up', async () => {
		const conversation = rig.customerWrites();
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: rig.path(conversation, 'note') });
		await eventually(() => rig.approval.standing(conversation).length > 0);
		rig.sandbox.fault({ kind: 'status', status: 503, path: rig.path(conversation, 'messages'), times: 0 });
		const link = await rig.approval.linkIn(rig.approval.standing(conversation)[0]!);
		rig.sandbox.clearFaults();
		await rig.isApprovedBy(link, conversation);
	});

	it('a note that failed with three server errors is written later', async () => {
		const conversation = rig.customerWrites();
		rig.sandbox.fault({ kind: 'status', status: 500, path: rig.path(conversation, 'note'), times: 3 });
		await rig.isApprovedBy(await rig.approval.link(conversation), conversation);
	});

	it('writes the outcome once, even if the answer to that note was lost and it cannot be looked up', async () => {
		const conversation = rig.customerWrites();
		const link = await rig.approval.link(conversation);
		rig.sandbox.fault({ kind: 'drop', when: 'after', path: rig.path(conversation, 'note') });
		rig.sandbox.fault({ kind: 'status', status: 503, path: rig.path(conversation, 'messages'), times: 0 });
		await press(link, 'Do not send it');
		await eventually(() => rig.approval.standing(conversation).length === 2);
		const before = rig.asked(rig.path(conversation, 'messages'), 'GET');
		// More requests than one try of the note sends, the node's retries included.
		await eventually(() => rig.asked(rig.path(conversation, 'messages'), 'GET') > before + 9);
		rig.sandbox.clearFaults();
		expect((await rig.ended(link)).status).toBe('success');
		expect(rig.approval.standing(conversation)).toEqual([
			expect.anything(),
			expect.stringMatching(/was declined\.$/),
		]);
	});
});
