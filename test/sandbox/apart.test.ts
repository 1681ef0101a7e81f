import { startSandbox, type Sandbox } from '../../sandbox';
import { plant } from '../contract/service/support/plant';

const textsOf = ({ store }: Sandbox) =>
	JSON.stringify(
		Object.values(store)
			.filter((part) => part instanceof Map)
			.map((part) => [...part]),
	);

it('what is changed in one helpdesk changes in no other, nor in one that starts later', async () => {
	const [changed, other] = [await startSandbox({ conversations: 60 }), await startSandbox({ conversations: 60 })];
	expect(plant(changed.store).words.length).toBeGreaterThan(100);
	const later = await startSandbox({ conversations: 60 });
	expect(textsOf(changed)).toMatch(/Secret\d+x/);
	expect([other, later].map(textsOf).join()).not.toMatch(/Secret\d+x/);
	await Promise.all([changed, other, later].map(async (sandbox) => await sandbox.close()));
});

it('a sandbox listens at the port that it is given', async () => {
	const first = await startSandbox({ conversations: 0 });
	await first.close();
	const second = await startSandbox({ conversations: 0, port: Number(new URL(first.baseUrl).port) });
	expect(second.baseUrl).toBe(first.baseUrl);
	await second.close();
});
