import { DateTime } from 'luxon';

import { withAll, withCredential, type SavedCredential } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { quickCredential, readExample } from './support/examples';
import { connect, type SharedN8n } from './support/n8n';

jest.setTimeout(30_000);

describe('the example that snoozes until the next business day, in a real n8n', () => {
	let n8n: SharedN8n;
	let sandbox: Sandbox;
	let credential: SavedCredential;

	beforeAll(async () => {
		n8n = await connect();
		sandbox = await startSandbox({ conversations: 200, limitPerMinute: 0 });
		credential = await quickCredential(n8n.client, sandbox);
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const all = () => [...sandbox.store.conversations.values()];
	const pending = () => all().filter(({ record }) => record.inbox_id === 'inbox_support' && record.status === 'Pending');
	const snoozed = () => all().filter(({ snooze }) => snooze !== null);

	/** The first nine o'clock of a weekday that is not over yet, found hour by hour. */
	function nextOpening(zone: string): string {
		let hour = DateTime.now().setZone(zone).startOf('hour').plus({ hours: 1 });
		while (hour.hour !== 9 || hour.weekday > 5 || ['2026-12-25', '2027-01-01'].includes(hour.toISODate()!)) hour = hour.plus({ hours: 1 });
		return hour.toUTC().toISO({ suppressMilliseconds: true })!;
	}

	async function saved(timezone: string) {
		const example = withAll(await readExample('snooze-until-business-day'));
		return await n8n.client.createWorkflow(withCredential({ ...example, settings: { ...example.settings, timezone } }, credential));
	}

	it.each(['Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles'])('in the time zone %s of the workflow', async (zone) => {
		const wanted = pending().filter(({ record }) => record.priority !== 'High');
		expect(wanted.length).toBeGreaterThan(20);
		const workflow = await saved(zone);
		const until = [nextOpening(zone)];
		const execution = await n8n.client.run(workflow, 'Every evening at six');
		until.push(nextOpening(zone));
		await n8n.client.deleteWorkflow(workflow);

		expect(execution).toMatchObject({ status: 'success', error: undefined });
		expect(
			snoozed()
				.map(({ record }) => record.id)
				.sort(),
		).toEqual(wanted.map(({ record }) => record.id).sort());
		for (const { snooze } of wanted) {
			expect(until).toContain(snooze!.until.replace('.000000', ''));
			expect(snooze!.type).toBe('if_no_reply');
		}
	});

	it('wakes what became urgent and nothing else, leaves alone what is snoozed, and shows what failed', async () => {
		const workflow = await saved('Europe/Berlin');
		await n8n.client.run(workflow, 'Every evening at six');
		const [urgent, refused, ...others] = snoozed();
		for (const each of [urgent!, refused!]) sandbox.store.touch(each, { priority: 'High' });
		sandbox.fault({ kind: 'status', status: 422, path: `/conversation/${refused!.record.id}/unsnooze`, times: 0 });

		const waking = await n8n.client.run(workflow, 'Every ten minutes');
		expect(waking).toMatchObject({ status: 'error', error: expect.stringContaining(`Conversation ${refused!.record.id} was left as it was`) });
		expect(snoozed()).toEqual([refused, ...others]);

		const sent = sandbox.requests().length;
		await n8n.client.run(workflow, 'Every evening at six');
		expect(sandbox.requests(sent).filter(({ path }) => path.endsWith('/snooze'))).toEqual([]);
		await n8n.client.deleteWorkflow(workflow);
	});
});
