import axios from 'axios';
import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { HelpdeskApi } from '../../credentials/HelpdeskApi.credentials';
import type { HttpContext } from '../../transport/httpClient';
import type { VirtualClock } from './virtualClock';

export interface TestCredential {
	accessToken: string;
	baseUrl: string;
	requestsPerMinute?: number;
	readOnly?: boolean;
}

/** n8n's request helpers as far as the transport uses them, over axios, as n8n's own are. */
export function n8nHelpers(credential: TestCredential, clock: VirtualClock): HttpContext {
	const request = async (options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> =>
		await clock.during(async () => {
			const { data, headers, status } = await axios.request({
				method: options.method,
				url: options.url,
				params: options.qs,
				data: options.body,
				headers: options.headers as Record<string, string>,
				maxRedirects: options.disableFollowRedirect ? 0 : 5,
				responseType: options.encoding as 'arraybuffer' | undefined,
				validateStatus: () => true,
				timeout: 10_000,
				proxy: false,
			});
			return { body: data, headers: headers as Record<string, string>, statusCode: status };
		});
	const helpers = {
		httpRequest: request,
		httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
			await request(await new HelpdeskApi().authenticate({ ...credential }, options)),
	};
	return { helpers } as unknown as HttpContext;
}
