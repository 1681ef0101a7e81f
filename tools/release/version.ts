const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/;
const HEADING = /^## (\S+)(?: - (\S+))?$/gm;

export interface Release {
	/** From package.json. */
	version: string;
	changelog: string;
	/** The tag that is being published; undefined before there is one. */
	tag?: string;
}

/** What does not fit together in version, change log and tag, one sentence each; empty when all does. */
export function versionProblems({ version, changelog, tag }: Release): string[] {
	const [newest] = [...changelog.matchAll(HEADING)].filter(([, name]) => name !== 'Unreleased');
	const [heading, named, date] = newest ?? [];
	return [
		...(VERSION.test(version) ? [] : [`${version} is no semantic version.`]),
		...(named === version ? [] : [`The newest entry of CHANGELOG.md is ${named ?? 'missing'}; package.json says ${version}.`]),
		...(heading && !/^\d{4}-\d\d-\d\d$/.test(date ?? '') ? [`CHANGELOG.md gives no date for ${named}: write "## ${named} - YYYY-MM-DD".`] : []),
		...(tag === undefined || tag === `v${version}` ? [] : [`The tag ${tag} is not v${version}.`]),
	];
}
