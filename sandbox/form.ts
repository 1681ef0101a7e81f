/**
 * A form (multipart/form-data) as JSON text, so that it goes the way of every other body: texts as they are, and of each
 * file its name, its type and its bytes in base64. What cannot be read is no JSON either.
 */
export async function formAsJson(bytes: Buffer, contentType: string): Promise<string> {
	try {
		const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
		const fields = [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await fileOf(value)] as const);
		return JSON.stringify(Object.fromEntries(await Promise.all(fields)));
	} catch {
		return 'malformed form';
	}
}

async function fileOf(file: File) {
	return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()).toString('base64') };
}
