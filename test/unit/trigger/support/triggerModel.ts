import type { IDataObject } from 'n8n-workflow';

import type { TriggerEvent } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import type { TriggerOptions } from '../../../../nodes/HelpdeskTrigger/core/state';
import type { Reader } from '../../../../nodes/HelpdeskTrigger/core/protocol';
import { pollOnce } from '../../../../nodes/HelpdeskTrigger/run/pollOnce';
import { Sessions, type Session } from '../../../../nodes/HelpdeskTrigger/run/session';

export const MINUTE = 60_000;

export class Unreachable extends Error {}

/** The trigger in n8n as far as saving goes: static data live in memory, and are saved at activation and when a poll emits. */
export class TriggerModel {
	staticData: IDataObject = {};
	bytes = 0;
	private saved = '{}';
	session: Session = fresh();

	constructor(
		public options: TriggerOptions,
		public startFromText = '',
	) {}

	/** One poll; undefined where it failed. */
	async poll(reader: Reader): Promise<TriggerEvent[] | undefined> {
		try {
			const { options, startFromText, session, staticData } = this;
			const { events, commit } = await pollOnce({ staticData, options, startFromText, session, reader });
			commit();
			if (events.length > 0) this.save();
			return events;
		} catch (error) {
			if (error instanceof Unreachable) return undefined;
			throw error;
		}
	}

	/** As at the end of an activation. */
	save(): void {
		this.saved = JSON.stringify(this.staticData);
		this.bytes = Math.max(this.bytes, this.saved.length);
	}

	/** n8n begins again from what it saved. */
	restart(): void {
		this.staticData = JSON.parse(this.saved) as IDataObject;
		this.session = fresh();
	}

	/** The same process, another version of the workflow. */
	update(options: Partial<TriggerOptions>, startFromText = this.startFromText): void {
		this.options = { ...this.options, ...options };
		this.startFromText = startFromText;
		this.session = fresh();
	}
}

function fresh(): Session {
	return new Sessions().of({} as never);
}

export function optionsFor(event: TriggerOptions['event'], inboxIds: string[], changes: Partial<TriggerOptions> = {}): TriggerOptions {
	return {
		event,
		inboxIds,
		lookBack: 10 * MINUTE,
		maxEvents: 500,
		mostHeld: 2_000,
		conversations: 100,
		tellsUnknown: true,
		watchFields: ['status'],
		contactFields: [],
		customerMarks: ['contact'],
		...changes,
	};
}
