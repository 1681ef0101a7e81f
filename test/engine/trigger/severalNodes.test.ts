import { startTriggerRig, type TriggerRig } from './support/triggerRig';

describe('several triggers of one n8n on the same inbox', () => {
	let rig: TriggerRig;
	beforeAll(async () => {
		rig = await startTriggerRig({ conversations: 20 });
	});
	beforeEach(() => rig.sandbox.reset());
	afterAll(async () => await rig.sandbox.close());

	const parameters = { inboxIds: ['inbox_support'] };
	const events = ['conversationCreated', 'customerMessage', 'snoozed', 'woken', 'markedAsSpam'];
	const five = () => events.map((event) => rig.trigger({ parameters: { ...parameters, event: [event] } }));
	const requests = () => rig.sandbox.requests().length;
	async function begun() {
		const triggers = five();
		for (const trigger of triggers) await trigger.poll();
		return triggers;
	}

	it('read it once where they look in the same few seconds, and each tells what is new', async () => {
		const triggers = await begun();
		expect(requests()).toBe(5);
		await rig.minute();
		rig.arrives();
		const came = [];
		for (const trigger of triggers) {
			came.push((await trigger.poll()).map(({ json }) => json.event));
			await rig.clock.sleep(1_000);
		}
		expect(requests()).toBe(6);
		expect(came).toEqual([['conversationCreated'], ['customerMessage'], [], [], []]);
		await rig.minute();
		await Promise.all(triggers.map(async (trigger) => await trigger.poll()));
		expect(requests()).toBe(7);
	});

	it('ask anew after more than five seconds, and tell what came meanwhile', async () => {
		const [first, second] = await begun();
		await rig.minute();
		await first!.poll();
		rig.arrives();
		await rig.clock.sleep(5_001);
		expect((await second!.poll()).length).toBe(1);
	});

	it('never are handed a page from before their activation, nor one that is older than what they have seen', async () => {
		const [first] = await begun();
		await rig.minute();
		await first!.poll();
		await rig.clock.sleep(1_000);
		rig.arrives();
		await rig.clock.sleep(1_000);
		const late = rig.trigger({ parameters: { ...parameters, event: ['conversationCreated'] } });
		const before = requests();
		expect(await late.poll()).toEqual([]);
		expect(requests()).toBe(before + 1);
		await rig.clock.sleep(1_000);
		rig.arrives();
		expect((await late.poll()).length).toBe(1);
	});

	it('do not share with another account, another filter, or a request that failed', async () => {
		const [first, second] = await begun();
		await rig.minute();
		await first!.poll();
		const before = requests();
		const filtered = rig.trigger({
			parameters: {
				...parameters,
				event: ['conversationCreated'],
				filterMode: 'conditions',
				conditions: { condition: [{ attribute: 'status', comparison: 'eq', values: 'Active' }] },
			},
			saved: first!.staticData,
		});
		await filtered.poll();
		expect(requests()).toBe(before + 1);
		await rig.minute();
		rig.arrives();
		rig.sandbox.fault({ kind: 'malformedPage', how: 'missingData', times: 0 });
		await first!.poll().catch(() => []);
		rig.sandbox.clearFaults();
		expect((await second!.poll()).length).toBe(1);
	});
});
