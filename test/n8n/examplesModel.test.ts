import { receiveMessage } from '../../sandbox/incoming';
import type { ThreadEvent } from '../../sandbox/records';
import { itemsOf } from '../../tools/n8n/client';
import { withCredential, withParameters } from '../../tools/n8n/workflow';
import { eventually, switchedOn, useRig, withModel } from './support/n8n';
import { startModel, type ScriptedModel } from './support/servers';
import { arrives, EVERY_SECOND, readExample } from './support/workflows';

const rig = useRig();
let model: ScriptedModel;
beforeAll(async () => (model = await startModel()));
afterAll(async () => await model.close());

const polls = () => rig.sandbox.requests().filter(({ path }) => path === '/inboxes/inbox_support').length;
const conversations = () =>
	[...rig.sandbox.store.conversations.values()].filter(({ record }) => record.inbox_id === 'inbox_support');

/** Returns the example with credentials, polling every second. */
async function ready(name: string, trigger: string) {
	const example = withCredential(await readExample(name), rig.credential);
	return withParameters(await withModel(rig.client, example, model), trigger, { pollTimes: EVERY_SECOND });
}

describe('the example in which a model chooses tags', () => {
	it('gives a new conversation only tags that the inbox has', async () => {
		model.play('Refund, urgent, Nonsense');
		const tags = [...rig.sandbox.store.tags.values()].length;
		let id = '';
		const arrived = () => rig.sandbox.store.conversations.get(id)!;
		const executions = await switchedOn(
			rig.client,
			await ready('tag-by-model', 'A conversation is new'),
			async () => {
				await eventually(() => polls() > 0);
				id ||= arrives(rig.sandbox, undefined, undefined, 'Money back');
				await eventually(() => arrived().tagIds.length === 2);
				return true;
			},
		);
		expect(arrived().tagIds.slice().sort()).toEqual(['tag_refund', 'tag_urgent']);
		expect(executions.map(({ status }) => status)).not.toContain('error');
		expect([...rig.sandbox.store.tags.values()]).toHaveLength(tags);
	});

	it('changes nothing in a rehearsal, and says what it would do', async () => {
		model.play(...conversations().map(() => 'Refund'));
		const before = JSON.stringify(conversations().map(({ tagIds }) => tagIds));
		const execution = await rig.run(await ready('tag-by-model', 'A conversation is new'), 'The last 200');
		expect([execution.status, execution.error]).toEqual(['success', undefined]);
		expect(itemsOf(execution, 'Tag it')).toHaveLength(conversations().length);
		expect(JSON.stringify(conversations().map(({ tagIds }) => tagIds))).toBe(before);
	});
});

it("the example AI draft saves the model's text as a draft of the token owner, and sends nothing", async () => {
	model.play('The lamp leaves our warehouse today.');
	const conversation = conversations()[0]!;
	const isReply = ({ action, actor_type: type }: ThreadEvent) => action === 'replied' && type !== 'contact';
	const before = conversation.events.filter(isReply).length;
	await switchedOn(rig.client, await ready('ai-draft', 'A customer writes'), async () => {
		const began = polls();
		await eventually(() => polls() > began);
		receiveMessage(rig.sandbox.store, conversation, 'Where is the lamp?');
		await eventually(() => conversation.drafts.user_ada !== undefined);
		return true;
	});
	expect(conversation.drafts.user_ada!.message.text_body).toBe('The lamp leaves our warehouse today.');
	expect(conversation.events.filter(isReply)).toHaveLength(before);
	expect(JSON.stringify(model.asked[0]!.messages)).toContain('Where is the lamp?');
});

describe('the example that keeps personal data', () => {
	it('hides addresses, numbers and the names that the helpdesk knows from the model', async () => {
		model.play('The customer waits for a lamp.');
		const conversation = conversations()[0]!;
		const text =
			'My address is kim@customer.example, my phone +49 170 1234567, my card 4111 1111 1111 1111. Where is the lamp?';
		await switchedOn(rig.client, await ready('personal-data', 'A customer writes'), async () => {
			const began = polls();
			await eventually(() => polls() > began);
			receiveMessage(rig.sandbox.store, conversation, text);
			await eventually(() =>
				conversation.events.some(({ message }) => message.text_body.startsWith('Summed up by a model:')),
			);
			return true;
		});
		const prompt = JSON.stringify(model.asked[0]!.messages);
		expect(prompt).toContain('Where is the lamp?');
		for (const word of ['kim@customer.example', '1234567', '4111', conversation.record.contact.name])
			expect(prompt).not.toContain(word);
	});
});
