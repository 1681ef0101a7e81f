import type { IDataObject } from 'n8n-workflow';

import { NOTHING, VALUE_LENGTH } from './fingerprints';
import { entriesOf } from './hashes';
import { rules } from './seams';
import type { Times } from './times';
import { UNKNOWN, valueAt, type Watched } from './watched';

/**
 * A conversation that was touched no later than this after its creation, in ms, shows how it began too, in a helpdesk that
 * touches every new one once more: where so many are known, and none that was not touched at all.
 */
const STILL_NEW_MS = 1_000;
const LEAST_OF_STILL_NEW = 3;
const STILL_NEW = '~';

/** Examples that are kept of each field: settings change, so the latest count. */
const MOST_EXAMPLES = 12;

/** The part of the examples that makes a value the usual one. */
const USUAL = 0.7;

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
	 */
	learn({ created, latest }: Times, print: string, isNew: boolean): void {
		if (!this.showsUpdates()) return;
		const isStillNew = latest <= created + STILL_NEW_MS;
		if (!isStillNew && !isNew) return;
		const group = latest === created ? '' : STILL_NEW;
		this.watched.names.forEach((name, index) => {
			// One that was touched later than that tells nothing but that not all are still new.
			const examples = (this.examples[group + name] ?? '') + (isStillNew ? valueAt(print, index) : UNKNOWN);
			this.examples[group + name] = examples.slice(-MOST_EXAMPLES * VALUE_LENGTH);
		});
	}

	/**
	 * The fields whose values cannot be how the conversation began. Where nothing shows whether it was touched, that is
	 * every field that holds something.
	 */
	changedSinceCreation(record: IDataObject, { created, latest }: Times, print: string): string[] {
		const isKnown = this.showsUpdates();
		return this.watched.names.filter((name, index) => {
			// This field tells by itself whether it was changed (specification, Conversation).
			if (name === 'subject' && 'updated_subject' in record)
				return Boolean(record.updated_subject) && record.updated_subject !== record.subject;
			return !rules.canBeHowItBegan(valueAt(print, index), isKnown ? this.usual(name) : NOTHING, !isKnown || latest > created);
		});
	}

	private usual(name: string): string | undefined {
		const examples = this.examplesOf(name);
		// Where no beginning is known, a field that holds nothing began so: it was hardly emptied.
		if (examples.every((value) => value === UNKNOWN)) return NOTHING;
		const count = (value: string) => examples.filter((other) => other === value).length;
		return examples.find((value) => value !== UNKNOWN && count(value) >= examples.length * USUAL);
	}

	private examplesOf(name: string): string[] {
		const ofAll = (key: string) =>
			this.others()
				.map((examples) => examples[key] ?? '')
				.join('');
		const untouched = this.examples[name] ?? ofAll(name);
		if (untouched !== '') return [...entriesOf(untouched, VALUE_LENGTH)];
		const stillNew = [...entriesOf(ofAll(STILL_NEW + name), VALUE_LENGTH)];
		return stillNew.length >= LEAST_OF_STILL_NEW ? stillNew : [];
	}
}
