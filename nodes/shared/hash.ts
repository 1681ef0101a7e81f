import { createHash } from 'node:crypto';

/** Returns a hash of 6 bits per character, so that no customer data is stored. 16 characters do not collide. */
export function hashOf(text: string, length = 16): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
