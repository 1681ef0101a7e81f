import { createPoll } from '../../../nodes/HelpdeskTrigger/poll';
import { openChoices, openList, pickerNames } from '../../support/loadOptions';
import { byId } from '../../support/locator';
import { activeTrigger, useTriggerRig } from '../trigger/support/triggerRig';

describe('with a credential that is Read Only', () => {
	const rig = useTriggerRig({ conversations: 120 });

	const credential = (readOnly: boolean) => ({
		accessToken: rig.sandbox.tokens.personal,
		baseUrl: rig.sandbox.baseUrl,
		readOnly,
	});

	it.each(pickerNames.filter((picker) => picker !== 'scheduledReplies'))(
		'the dropdown of %s is complete',
		async (picker) => {
			const parameters = {
				inboxId: byId('inbox_support'),
				conversationId: byId(rig.ids()[0]!),
			};
			const opened = async (readOnly: boolean) => {
				await rig.clock.sleep(60_000);
				return (await openList(rig.transport, picker, { credential: credential(readOnly), parameters }))
					.results;
			};
			const without = await opened(false);
			expect(without.length).toBeGreaterThan(0);
			expect(await opened(true)).toEqual(without);
		},
	);

	it('fields for several values offer their choices', async () => {
		expect(await openChoices(rig.transport, 'inboxes', { credential: credential(true) })).not.toEqual([]);
	});

	it.each(['conversationCreated', 'conversationUpdated', 'customerMessage', 'contactCreated'])(
		'the trigger polls for %s',
		async (event) => {
			const parameters = { event, inboxIds: ['inbox_support'] };
			const trigger = activeTrigger(rig, createPoll(rig.transport), { parameters, readOnly: true });
			await trigger.poll();
			await rig.minute();
			if (event === 'conversationCreated') rig.arrives();
			expect(await trigger.poll()).toHaveLength(event === 'conversationCreated' ? 1 : 0);
			expect(rig.requests().length).toBeGreaterThanOrEqual(2);
		},
	);
});
