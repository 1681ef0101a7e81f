import { MISTAKES } from '../simulation/trigger/mistakes';
import { bundle, onAllProcessors, playInThread } from '../simulation/trigger/threads';

/** Maximum number of worlds to play. The correct trigger passes many more. */
const WORLDS = 60;

describe('the simulation of the trigger', () => {
	const noticed = new Map<string, string>();

	beforeAll(async () => {
		const sound = await bundle();
		await onAllProcessors(MISTAKES, async (mistake) => {
			const script = await bundle(mistake);
			const { name, topic } = mistake;
			for (let from = 1; from < 1 + WORLDS && !noticed.has(name);) {
				const [first] = (await playInThread(script, { topic, from, to: 1 + WORLDS, stops: true })).breaks;
				if (!first) return;
				from = first.seed + 1;
				// If the trigger breaks in this world without the mistake, the world proves nothing.
				const { breaks } = await playInThread(sound, { topic, from: first.seed, to: from });
				if (!breaks.some(({ promise }) => promise === first.promise))
					noticed.set(name, `seed ${first.seed}: ${first.promise}`);
			}
		});
		console.info([...noticed].map(([name, text]) => `${name}: ${text}`).join('\n'));
	});

	it.each(MISTAKES)('fails if $name', ({ name }) => {
		expect(noticed.get(name)).toMatch(/^seed \d+: /);
	});
});
