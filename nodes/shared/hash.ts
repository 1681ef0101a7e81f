import { createHash } from 'node:crypto';

/** Returns a hash, so that no customer data is stored. A character has 6 bits; 16 characters do not collide. */
export function hashOf(text: string, length = 16) {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
