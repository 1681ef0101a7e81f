/** The first seed of a run: another one each time, unless the environment gives one to replay. */
export function firstSeed(): number {
	const given = process.env.HELPDESK_WORLDS_SEED;
	return given ? Number(given) : Math.floor(Math.random() * 1_000_000_000);
}
