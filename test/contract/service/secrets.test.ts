import type { Rig } from '../../support/transport';
import { plant } from './support/plant';
import { check, goToWork, startChecks } from './support/check';

let rig: Rig;
beforeAll(async () => (rig = await startChecks()));
afterAll(async () => await rig.sandbox.close());

it('a report holds nothing that a customer or a teammate wrote, whatever field it stands in, and no id, token or host', async () => {
	rig.sandbox.reset();
	await goToWork(rig);
	const planted = plant(rig.sandbox.store);
	const { report, log } = await check(rig);
	const text = JSON.stringify(report);
	const answered = log.filter(({ status }) => status === 200).length;
	expect([planted.fields.size > 40, planted.words.length > 5_000, answered > 35]).toEqual([true, true, true]);
	const { conversations, contacts, tags, inboxes, teammates } = rig.sandbox.store;
	const ids = [conversations, contacts, tags, inboxes, teammates].flatMap((records) => [...records.keys()]);
	const told = [...planted.words, ...ids, rig.sandbox.tokens.personal, '127.0.0.1', new URL(rig.sandbox.baseUrl).port];
	expect(told.filter((word) => text.includes(word))).toEqual([]);
	expect(text).not.toMatch(/secret/i);
	expect(report.words.status!.others).toBeGreaterThan(0);
	expect(report.records['Conversation in filterConversations']!.unnamed).toBe(1);
});
