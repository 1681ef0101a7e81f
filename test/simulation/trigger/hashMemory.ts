import crypto, { type BinaryToTextEncoding } from 'node:crypto';

/** Texts of which hashes are kept at the most. */
const MOST = 300_000;

/**
 * Makes each SHA-256 once in this thread: the trigger hashes the same IDs and values at every poll, which was an eighth
 * of the simulation's time. It is the real hash of the real text still.
 */
export function rememberHashes(): void {
	const { createHash } = crypto;
	const known = new Map<string, string>();
	const digestOf = (text: string) => {
		if (known.size >= MOST) known.clear();
		const hash = createHash('sha256').update(text).digest('base64url');
		known.set(text, hash);
		return hash;
	};
	const remembering = (algorithm: string) => ({
		update: (text: string) => ({
			digest: (encoding: BinaryToTextEncoding) =>
				algorithm === 'sha256' && encoding === 'base64url'
					? (known.get(text) ?? digestOf(text))
					: createHash(algorithm).update(text).digest(encoding),
		}),
	});
	crypto.createHash = remembering as unknown as typeof crypto.createHash;
}
