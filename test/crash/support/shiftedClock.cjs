/**
 * Shifts the Date of the process that loads it by HELPDESK_CLOCK_SHIFT_MS, at the usual speed.
 * Timers and the database's CURRENT_TIMESTAMP are not shifted.
 */
const shift = Number(process.env.HELPDESK_CLOCK_SHIFT_MS);
const RealDate = Date;
// Stored, because other code may restore "Date.now" to the shifted one.
const realNow = RealDate.now;
const now = () => realNow() + shift;

globalThis.Date = new Proxy(RealDate, {
	apply: () => new RealDate(now()).toString(),
	construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, newTarget),
	get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});
