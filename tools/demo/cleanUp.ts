/** What has to be undone when the demo ends, last first. */
type CleanUp = () => Promise<void> | void;

const cleanUps: CleanUp[] = [];
let ending: Promise<void> | undefined;

/** Runs `cleanUp` when the demo ends, before everything that was registered earlier. */
export function atEnd(cleanUp: CleanUp): void {
	cleanUps.unshift(cleanUp);
}

/** True once the end has begun: what fails from then on was stopped, not broken. */
export function isEnding(): boolean {
	return ending !== undefined;
}

/** Undoes everything, once however often it is asked, and ends the process. */
export async function end(exitCode: number): Promise<void> {
	ending ??= runAll();
	await ending;
	process.exit(exitCode);
}

async function runAll(): Promise<void> {
	for (const cleanUp of cleanUps) {
		try {
			await cleanUp();
		} catch (error) {
			console.error((error as Error).message);
		}
	}
}
