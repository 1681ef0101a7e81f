/** A page is imported as its text. */
declare module '*.html' {
	const text: string;
	export default text;
}
