export const quoted = (name: string): string => `'${name}'`;

/** Prefix of fields for people who know the API; they come last. */
export const ADVANCED = 'Advanced: ';

/** "Thread Event ID" for threadEventId. */
export function inWords(name: string): string {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/ Id$/, ' ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
