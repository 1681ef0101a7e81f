/**
 * Required by a process before all else: its Date is HELPDESK_CLOCK_SHIFT_MS ahead, so that it lives on another day, at the usual speed.
 * Timers, and the database's own CURRENT_TIMESTAMP, know nothing of it.
 */
const shift = Number(process.env.HELPDESK_CLOCK_SHIFT_MS);
const RealDate = Date;
// Held apart: others put "Date.now" back where they have it from, and that is here.
const realNow = RealDate.now;
const now = () => realNow() + shift;

globalThis.Date = new Proxy(RealDate, {
	apply: () => new RealDate(now()).toString(),
	construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
	get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
