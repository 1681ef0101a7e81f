import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { readingsOf } from '../../../../transport';
import { seen, withTexts } from '../../../shared';
import type { Untyped } from '../scope';

/** n8n's signature of a link, in case a line break has cut it off. */
const SIGNED = /\bsignature=[\da-f]{32}/i;

/** Blanks links that continue a waiting execution: no model may approve its own text. */
export function withoutWaitingLinks(json: IDataObject, context: IExecutePaginationFunctions): IDataObject {
	const { additionalData } = context as Untyped;
	const addresses = [additionalData?.webhookWaitingBaseUrl, additionalData?.formWaitingBaseUrl];
	const own = addresses.flatMap((url = '') => /[^/]+$/.exec(url) ?? []);
	const paths = ['webhook-waiting', 'form-waiting', ...own].map((name) => `${name}/`.toLowerCase());
	const isLink = (word: string) => SIGNED.test(word) || paths.some((path) => word.toLowerCase().includes(path));
	const blanked = (text: string) =>
		text.replace(/\S{12,}/g, (word) =>
			readingsOf(word).map(seen).some(isLink) ? '[link to a waiting workflow, left out]' : word,
		);
	return withTexts(json, blanked) as IDataObject;
}
