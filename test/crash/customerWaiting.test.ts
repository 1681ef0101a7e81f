import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DateTime } from 'luxon';

import { itemsOf } from '../../tools/n8n/client';
import { readLog, type RunningN8n, startN8n } from '../../tools/n8n/start';
import type { SavedWorkflow } from '../../tools/n8n/workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { appendEvent, newEvent, newMessage } from '../../sandbox/thread';
import { eventually, packedTarball, quickCredential } from '../n8n/support/n8n';
import { arrives, EVERY_SECOND, noteOnTrigger, notesOf, TRIGGER } from '../n8n/support/workflows';

const MINUTE = 60_000;
const ZONE = 'Europe/Berlin';
const AFTER = 40;

/**
 * Nights in which the clocks are changed at 01:00 UTC. In the second one the team goes home at 03:00 by the clock on
 * the wall, four hours after it came at 00:00.
 */
const NIGHTS = [
	{ day: '2027-03-28', change: 'put forward', from: '01:20', to: '03:00', closesAt: '12:00' },
	{ day: '2027-10-31', change: 'put back', from: '02:20', to: '02:00', closesAt: '03:00' },
];

/**
 * n8n is stopped from 39 minutes to one minute before the change. Waits of 40 minutes begin before the stop and end
 * after the change.
 */
describe.each(NIGHTS)(
	'Customer Waiting in a real n8n, in the night in which the clocks are $change',
	({ day, from, to, closesAt }) => {
		const CHANGE = Date.parse(`${day}T01:00:00Z`);
		const beforeChange = (minutes: number) => CHANGE - minutes * MINUTE;
		let sandbox: Sandbox;
		let n8n: RunningN8n;
		let userFolder: string;
		let workflow: SavedWorkflow;
		let shift = 0;
		/** The clock of the helpdesk. n8n adopts it at its start. */
		const clock = { now: () => Date.now() + shift };
		const setClock = (time: number) => (shift = time - Date.now());
		const start = async (tarball?: string) => {
			const env = {
				NODE_OPTIONS: `--require ${require.resolve('./support/shiftedClock.cjs')}`,
				HELPDESK_CLOCK_SHIFT_MS: String(shift),
			};
			const began = Date.now();
			n8n = await startN8n({ userFolder, tarball, env });
			return Date.now() - began;
		};
		const pollsAt = () =>
			sandbox.requests().flatMap(({ path, arrivedAt }) => (path === '/inboxes/inbox_support' ? [arrivedAt] : []));
		const polled = async (times = 2) => {
			const before = pollsAt().length;
			await eventually(() => pollsAt().length >= before + times);
		};
		const wrote = (minutesAgo: number) => arrives(sandbox, clock.now() - minutesAgo * MINUTE);
		const isEmitted = async (id: string) => await eventually(() => notesOf(sandbox).has(id));
		const emitted = { before: '', meanwhile: '', answered: '', across: '' };
		let acrossSince = 0;

		beforeAll(async () => {
			userFolder = await mkdtemp(join(tmpdir(), 'helpdesk-waiting-'));
			setClock(beforeChange(40 + 1 / 3));
			sandbox = await startSandbox({ conversations: 20, limitPerMinute: 0, clock });
			const took = await start(packedTarball());
			const input = noteOnTrigger(
				{
					pollTimes: EVERY_SECOND,
					event: ['customerWaiting'],
					inboxIds: 'inbox_support',
					after: AFTER,
					afterUnit: 'minutes',
					countedIn: 'openingHours',
					openingDays: [1, 2, 3, 4, 5, 6, 7],
					opensAt: '00:00',
					closesAt,
					openingZone: ZONE,
				},
				await quickCredential(n8n.client, sandbox),
			);
			workflow = await n8n.client.createWorkflow(input);
			await n8n.client.activate(workflow);
			await polled();

			// Due half a minute after the change, or later.
			await eventually(() => clock.now() >= beforeChange(39.5));
			acrossSince = Math.floor(clock.now() / 1000) * 1000;
			emitted.across = arrives(sandbox, acrossSince);
			[emitted.meanwhile, emitted.answered] = [wrote(20), wrote(20)];
			emitted.before = wrote(AFTER - 0.3);
			await isEmitted(emitted.before);
			await n8n.stop();

			setClock(beforeChange(15));
			const { store } = sandbox;
			const reply = newMessage(store, { html: '<p>So</p>', direction: 'outgoing' });
			appendEvent(
				store,
				store.conversations.get(emitted.answered)!,
				newEvent(store, 'replied', store.teammates.get('user_ben')!, reply),
			);
			// It runs again before the change, unless the machine is very busy.
			setClock(CHANGE - 3 * took - 20_000);
			await start();
			await isEmitted(emitted.across);
			await polled(5);
		});
		afterAll(async () => {
			await n8n?.kill();
			await sandbox?.close();
			await rm(userFolder, { recursive: true, force: true });
		});

		it('emits after a restart each customer who became due meanwhile, nobody who was answered, and nobody twice', () => {
			expect(notesOf(sandbox)).toEqual(
				new Map([emitted.before, emitted.meanwhile, emitted.across].map((id) => [id, 1])),
			);
		});

		it(`counts 40 minutes from ${from} to ${to}, when the clocks are changed in between: neither early nor late`, async () => {
			const due = acrossSince + AFTER * MINUTE;
			// Polls between the change and that time could have emitted it early.
			expect(pollsAt().filter((at) => at > CHANGE && at < due)).not.toEqual([]);
			const { arrivedAt } = sandbox
				.requests()
				.find(({ path }) => path === `/conversation/${emitted.across}/note`)!;
			expect(arrivedAt).toBeGreaterThanOrEqual(due);
			const ids = await n8n.client.executionIds(workflow);
			const items = (
				await Promise.all(ids.map(async (id) => itemsOf(await n8n.client.finished(id), TRIGGER)))
			).flat();
			const { json } = items.find((item) => item.json.id === emitted.across)!;
			expect(json).toMatchObject({ event: 'customerWaiting', waiting_business_minutes: json.waiting_minutes });
			// On a slow machine the poll may come minutes later, but not by the hour of the clock change.
			expect(json.waiting_minutes).toBeGreaterThanOrEqual(AFTER);
			expect(json.waiting_minutes).toBeLessThan(AFTER + 60);
			expect(DateTime.fromISO(String(json.waiting_since)).toMillis()).toBe(acrossSince);
		});

		it('n8n runs with the shifted clock of this test', () => {
			const started = readLog(n8n.logFile).filter(({ message }) => message.includes('Editor is now accessible'));
			const times = started.map(({ text }) => /"timestamp":"([^"]+)"/.exec(text)?.[1]);
			expect(times).toEqual(
				[`${day}T00:[12]`, `${day}T0[01]:`].map((start) => expect.stringMatching(`^${start}`) as string),
			);
		});
	},
);
