import type { IDataObject } from 'n8n-workflow';

/** Where a message or a thread event has its text; the specification shows the first two. */
const TEXT_FIELDS = ['text_body', 'html_body', 'message', 'body', 'text'];

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Text or HTML as a person reads it: no tags, no entities, one space for any white space. */
export function plainText(html: string): string {
	return html
		.replace(/<[a-z/!][^>]*>/gi, ' ')
		.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
			if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? entity;
			const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal);
			return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
		})
		.replace(/[\s\u00a0]+/g, ' ')
		.trim();
}

/** Whether a message begins with a text: a signature or a quote may follow it. */
export function hasText(message: IDataObject, text: string): boolean {
	const texts = [message, message.event].flatMap((part) => TEXT_FIELDS.map((name) => (part as IDataObject | undefined)?.[name]));
	return texts.some((each) => typeof each === 'string' && plainText(each).startsWith(text));
}
