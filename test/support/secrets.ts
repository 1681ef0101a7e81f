/** Maximum number of objects to visit, more than any error contains. */
const MAX_OBJECTS = 20_000;

/**
 * Returns all contents of a value as one text: strings, keys, bytes, maps, errors with causes, and hidden properties.
 */
export function everythingIn(value: unknown) {
	const seen = new Set<object>();
	const texts: string[] = [];
	const open = [value];
	while (open.length > 0 && seen.size < MAX_OBJECTS) {
		const each = open.pop();
		if (typeof each === 'string') texts.push(each);
		if (typeof each !== 'object' || each === null || seen.has(each)) continue;
		seen.add(each);
		if (ArrayBuffer.isView(each)) {
			texts.push(Buffer.from(each.buffer, each.byteOffset, each.byteLength).toString('latin1'));
			continue;
		}
		if (each instanceof Map || each instanceof Set) open.push(...each.values(), ...each.keys());
		for (const [name, { value: held }] of Object.entries(Object.getOwnPropertyDescriptors(each)) as Array<
			[string, PropertyDescriptor]
		>) {
			texts.push(name);
			open.push(held);
		}
	}
	return texts.join('\n');
}
