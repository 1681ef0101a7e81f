import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

export type Row = IDataObject & { event: IDataObject | null };

export const sample = (name: string) =>
	JSON.parse(readFileSync(join(__dirname, `../../../support/serviceSamples/${name}.json`), 'utf8'));

export const INBOX = '9d40a14a-7a02-4c06-9b0e-000000000002';
export const page: IDataObject & { data: IDataObject[] } = sample('inbox-filter-page');
export const rows: Row[] = sample('messages').data;
export const view: { data: IDataObject } = sample('conversation-view');

/** A time after the samples' last message, and before their scheduled reply is due. */
export const NOW = 'Sun, 22 Nov 2026 12:00:00 GMT';
