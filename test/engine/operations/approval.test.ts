import { receiveMessage } from '../../../sandbox/incoming';
import type { StoredConversation } from '../../../sandbox/records';
import { visit, type Visit, type Visited } from '../../support/approval';
import { newExecutionData } from '../../support/runNode';
import { byId, useNodeRig } from '../../support/nodeRig';
import type { INodeParameters, IRunExecutionData } from 'n8n-workflow';

const rig = useNodeRig({ conversations: 3 });

const conversation = (): StoredConversation => [...rig.sandbox.store.conversations.values()][0]!;
const notes = () =>
	conversation()
		.events.filter(({ message }) => message.record_type === 'Note')
		.map(({ message }) => message.html_body);

interface Asked {
	executionData: IRunExecutionData;
	link: string;
	output: Record<string, unknown>;
}

async function ask(parameters: INodeParameters = {}, run: object = {}): Promise<Asked> {
	const executionData = newExecutionData();
	const [item] = await rig.run(
		'message.sendAndWait',
		{ conversationId: byId(conversation().record.id), message: 'Your lamp\nis on its way.', ...parameters },
		{ executionData, executionId: 'e1', timezone: 'Europe/Berlin', ...run },
	);
	return { executionData, link: /http\S+/.exec(notes().at(-1) ?? '')?.[0] ?? '', output: item!.json };
}

const visited = async ({ executionData, link }: Asked, more: Partial<Visit> = {}): Promise<Visited> =>
	await visit({ transport: rig.transport, credential: rig.credential(), executionData, link, ...more });

it('asks', async () => {
	const asked = await ask();
	console.log(asked.output, notes(), asked.executionData.waitTill, asked.executionData.executionData?.contextData);
	console.log((await visited(asked)).html);
	console.log(await visited(asked, { form: { decision: 'approve', text: 'Your lamp\r\nis on its way.' } }));
	receiveMessage(rig.sandbox.store, conversation(), '<p>No.</p>');
	console.log((await visited(asked)).html.slice(600, 1200));
});
