import type { Random } from '../contract/random';

/** What goes wrong. `when` says whether the request's effect has happened by then (default `before`). */
export type Fault =
	| { kind: 'status'; status: number; message?: string; retryAfter?: number | string; when?: When }
	| { kind: 'html'; status?: number; when?: When }
	| { kind: 'drop'; when?: When }
	| { kind: 'slow'; ms: number }
	| { kind: 'malformedPage'; how: MalformedPage }
	| { kind: 'redirect'; to: string; status?: number }
	/** A file instead of JSON, as an attachment is downloaded; `bytes` are base64. */
	| { kind: 'file'; bytes: string; name?: string; type?: string };

export type When = 'before' | 'after';
export const malformedPages = ['dataNotArray', 'missingData', 'missingMeta', 'missingLinks', 'nextIsSelf', 'truncatedJson', 'emptyBody'] as const;
export type MalformedPage = (typeof malformedPages)[number];

/** Which requests a fault meets. */
export type FaultRule = Fault & {
	method?: string;
	/** Path below /v1; `*` stands for one segment, `**` for anything. Every path when left out. */
	path?: string;
	/** How many requests it meets before it is spent; 0 for no end. Default 1. */
	times?: number;
	/** How many matching requests go by unharmed first. Default 0. */
	skip?: number;
	/** Chance for each matching request, by the sandbox's seed. Default 1. */
	probability?: number;
};

interface ActiveRule {
	rule: FaultRule;
	path: RegExp;
	skipped: number;
	met: number;
}

/** The faults that were asked for, in the order in which they were added. */
export class Faults {
	private rules: ActiveRule[] = [];

	constructor(private readonly random: Random) {}

	add(rule: FaultRule) {
		this.rules.push({ rule, path: pattern(rule.path ?? '/**'), skipped: 0, met: 0 });
	}

	clear() {
		this.rules = [];
	}

	/** The delays in ms and at most one other fault that meet this request. */
	next(method: string, path: string): { delayMs: number; fault: Exclude<FaultRule, { kind: 'slow' }> | null } {
		let delayMs = 0;
		let fault: Exclude<FaultRule, { kind: 'slow' }> | null = null;
		for (const active of this.rules) {
			const { rule } = active;
			if (fault !== null && rule.kind !== 'slow') continue;
			if (!this.meets(active, method, path)) continue;
			active.met += 1;
			if (rule.kind === 'slow') delayMs += rule.ms;
			else fault = rule;
		}
		this.rules = this.rules.filter(({ rule, met }) => rule.times === 0 || met < (rule.times ?? 1));
		return { delayMs, fault };
	}

	private meets(active: ActiveRule, method: string, path: string): boolean {
		const { rule } = active;
		if ((rule.method ?? method).toUpperCase() !== method || !active.path.test(path)) return false;
		if (active.skipped < (rule.skip ?? 0)) {
			active.skipped += 1;
			return false;
		}
		return rule.probability === undefined || this.random.next() < rule.probability;
	}
}

function pattern(path: string): RegExp {
	const parts = path.split(/(\*\*|\*)/).map((part) => {
		if (part === '**') return '.*';
		if (part === '*') return '[^/]+';
		return part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
	});
	return new RegExp(`^${parts.join('')}$`);
}
