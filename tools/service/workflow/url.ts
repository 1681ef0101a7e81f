/** n8n's Code node has no URL. As much of it as the findings use. */
export class URL {
	static canParse(): boolean {
		return true;
	}

	readonly searchParams: Map<string, string>;

	constructor(address: string) {
		const [, query = ''] = /\?([^#]*)/.exec(address) ?? [];
		const rows = query.split('&').filter((row) => row !== '');
		this.searchParams = new Map(rows.map((row) => row.split('=').map(decodeURIComponent) as [string, string]));
	}
}
