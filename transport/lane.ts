import Bottleneck from 'bottleneck/light';

import { onAbort } from './abort';
import type { Permit } from './permits';

/** The request was dropped while it waited to be sent. */
export class DroppedError extends Error {
	override readonly name = 'DroppedError';

	/** An attempt before it, which nobody retries now, may have been applied. */
	mayHaveBeenApplied = false;
}

/** bottleneck's jobs, and the permits that its next ones are to find: as many as its reservoir was given. */
interface Line {
	bottleneck: Bottleneck;
	granted: Permit[];
}

/** Requests that wait for a permit, ordered by bottleneck: by priority, then by when they came. */
export class Lane {
	private line = emptyLine();
	private waiting = 0;

	/** @param giveBack takes a permit that met a dropped request only */
	constructor(
		readonly urgent: boolean,
		private readonly giveBack: (permit: Permit) => void,
	) {}

	/** How many wait to whom no permit was granted. */
	get wants(): number {
		return this.waiting - this.line.granted.length;
	}

	/**
	 * Waits for a permit.
	 *
	 * @throws {DroppedError} when `signal` aborts before there is one
	 */
	async wait(priority: number, signal?: AbortSignal): Promise<Permit> {
		if (signal?.aborted) throw new DroppedError();
		const { line } = this;
		let waits = true;
		this.waiting += 1;
		return await new Promise((resolve, reject) => {
			const release = onAbort(signal, () => {
				waits = false;
				this.waiting -= 1;
				reject(new DroppedError());
				this.renewIfIdle();
			});
			const begin = async () => {
				const permit = line.granted.shift();
				if (!permit) return;
				if (!waits) return this.giveBack(permit);
				this.waiting -= 1;
				release();
				resolve(permit);
				this.renewIfIdle();
			};
			line.bottleneck.schedule({ priority }, begin).catch(reject);
		});
	}

	/** Gives the next one its permit. */
	grant(permit: Permit): void {
		this.line.granted.push(permit);
		void this.line.bottleneck.incrementReservoir(1);
	}

	/** Lets go of dropped requests, and of all that they hold, when nobody waits behind them: bottleneck cannot take one out. */
	private renewIfIdle(): void {
		if (this.waiting > 0) return;
		const unused = this.line.granted.splice(0);
		this.line = emptyLine();
		unused.forEach(this.giveBack);
	}
}

function emptyLine(): Line {
	return { bottleneck: new Bottleneck({ reservoir: 0 }), granted: [] };
}
