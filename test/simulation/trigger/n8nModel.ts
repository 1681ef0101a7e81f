import type { IDataObject } from 'n8n-workflow';

/**
 * n8n as far as a polling trigger sees it: static data live in memory, and are saved at activation and whenever
 * a poll emits; a restart begins from what was saved.
 */
export class N8nModel {
	staticData: IDataObject = {};
	private saved = '{}';

	save(): void {
		this.saved = JSON.stringify(this.staticData);
	}

	restart(): void {
		this.staticData = JSON.parse(this.saved) as IDataObject;
	}

	get bytes(): number {
		return this.saved.length;
	}
}
