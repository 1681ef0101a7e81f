import { freshSeed } from '../../engine/worlds/support/inWorlds';
import type { Rig } from '../../support/transport';
import { startChecks } from './support/check';
import { expectRightReports } from './support/score';

/** 200 of them: test/long/serviceCheck.test.ts. */
const WORLDS = Number(process.env.HELPDESK_CHECKS ?? 12);

let rig: Rig;
beforeAll(async () => (rig = await startChecks()));
afterAll(async () => await rig.sandbox.close());

it(`the reports of ${WORLDS} helpdesks name what reading can show, and nothing wrong`, async () => {
	await expectRightReports(rig, freshSeed(), WORLDS);
}, 600_000);
