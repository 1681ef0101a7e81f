import type { IDataObject } from 'n8n-workflow';

import { VALUE_LENGTH } from './fingerprints';
import { entriesOf } from './hashes';
import { rules } from './seams';
import type { Times } from './times';
import { valueAt, type Watched } from './watched';

/**
 * A conversation that was touched no later than this after its creation, in ms, shows how it began too, in a helpdesk that
 * touches every new one once more: where so many are known, and none that was not touched at all.
 */
const STILL_NEW_MS = 1_000;
const LEAST_OF_STILL_NEW = 3;
const STILL_NEW = '~';

/** Where the helpdesk shows no time of an update, one that is no older than this, in ms, is taken for untouched first of all. */
const YOUNG_MS = 90_000;

/** Examples that are kept of each field: settings change, so the latest count. */
const MOST_EXAMPLES = 12;

/** The part of the examples that makes a value the usual one: where the helpdesk shows when a record was updated, and where not. */
const USUAL = 0.7;
const USUAL_IN_DOUBT = 0.4;

/** By field: hashes of the values with which the latest conversations began, packed. */
export type Examples = Record<string, string>;

/**
 * With which values conversations of one inbox begin, learned from those that nobody has touched. A conversation that
 * is first seen after it was changed is told where it cannot have begun as it is.
 */
export class Beginnings {
	constructor(
		private readonly watched: Watched,
		readonly examples: Examples,
		/** The helpdesk shows when a record was updated. */
		private readonly showsUpdates: () => boolean,
		/** Of the other inboxes, for one that has none yet. */
		private readonly others: () => Examples[] = () => [],
	) {}

	/**
	 * Learns from a conversation that is seen for the first time.
	 *
	 * @param isNew it was created since the last look
	 * @param now the server's time, in ms
	 */
	learn(times: Times, print: string, isNew: boolean, now: number): void {
		if (times.latest > times.created + STILL_NEW_MS || !(this.showsUpdates() || isNew)) return;
		const isUntouched = times.latest === times.created && (this.showsUpdates() || now - times.created <= YOUNG_MS);
		const group = isUntouched ? '' : STILL_NEW;
		this.watched.names.forEach((name, index) => {
			const examples = (this.examples[group + name] ?? '') + valueAt(print, index);
			this.examples[group + name] = examples.slice(-MOST_EXAMPLES * VALUE_LENGTH);
		});
	}

	/** The fields whose values cannot be how the conversation began. */
	changedSinceCreation(record: IDataObject, times: Times, print: string): string[] {
		const isTouched = times.latest > times.created;
		return this.watched.names.filter((name, index) => {
			// This field tells by itself whether it was changed (specification, Conversation).
			if (name === 'subject' && 'updated_subject' in record) return Boolean(record.updated_subject) && record.updated_subject !== record.subject;
			const usual = this.usual(name);
			// Without a time of the update, a value other than the usual one is the only sign of a change.
			return !rules.canBeHowItBegan(valueAt(print, index), usual, isTouched || (!this.showsUpdates() && usual !== undefined));
		});
	}

	private usual(name: string): string | undefined {
		const examples = this.examplesOf(name);
		const least = Math.max(examples.length * (this.showsUpdates() ? USUAL : USUAL_IN_DOUBT), 1);
		const count = (value: string) => examples.filter((other) => other === value).length;
		const [most] = [...new Set(examples)].sort((a, b) => count(b) - count(a));
		return most !== undefined && count(most) >= least ? most : undefined;
	}

	private examplesOf(name: string): string[] {
		const ofAll = (key: string) => this.others().map((examples) => examples[key] ?? '').join('');
		const untouched = this.examples[name] ?? ofAll(name);
		if (untouched !== '') return [...entriesOf(untouched, VALUE_LENGTH)];
		const stillNew = [...entriesOf(ofAll(STILL_NEW + name), VALUE_LENGTH)];
		return stillNew.length >= LEAST_OF_STILL_NEW ? stillNew : [];
	}
}
