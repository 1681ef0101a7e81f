/** n8n's guidelines put names of fields in single quotation marks. */
export const quoted = (name: string): string => `'${name}'`;

/** Begins the names of fields for people who know the API; they come last in their collection. */
export const ADVANCED = 'Advanced: ';

/** "Thread Event ID" for threadEventId. */
export function inWords(name: string): string {
	const words = name.replace(/[A-Z]/g, ' $&').replace(/ Id$/, ' ID');
	return words.charAt(0).toUpperCase() + words.slice(1);
}
