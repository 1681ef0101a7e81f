import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { PageError, pageIn, readAll, type Send } from '../../../transport';

describe('pages', () => {
	const pageOf = (total: number, perPage: number, number: number) => ({
		data: Array.from({ length: total }, (_, id) => ({ id })).slice((number - 1) * perPage, number * perPage),
		links: { next: number * perPage < total ? 'more' : null },
		meta: { current_page: number, per_page: perPage, last_page: Math.max(1, Math.ceil(total / perPage)) },
	});
	const read = async (send: Send, envelope: 'counting' | 'simple' | 'wrapped', limit = Infinity) => {
		const records: IDataObject[] = [];
		const request = { method: 'GET', path: '/x' } as const;
		for await (const record of readAll(send, { request, envelope, atPage: pageIn.query, limit })) records.push(record);
		return records;
	};
	const envelope = fc.constantFrom('counting', 'simple', 'wrapped');

	test('every record comes once and in order, whatever page size the server makes of ours (500 cases)', async () => {
		await fc.assert(
			fc.asyncProperty(
				envelope,
				fc.nat({ max: 120 }),
				fc.integer({ min: 1, max: 50 }),
				fc.integer({ min: 1, max: 150 }),
				async (form, total, size, limit) => {
					const send: Send = async ({ query }) => {
						const asked = query as IDataObject;
						const page = pageOf(total, Math.min(size, Number(asked['per-page'])), Number(asked.page));
						return { status: 200, headers: {}, body: form === 'wrapped' ? { success: true, data: { conversations: page } } : page };
					};
					expect((await read(send, form, limit)).map(({ id }) => id)).toEqual(
						Array.from({ length: Math.min(total, limit) }, (_, id) => id),
					);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('an answer of another form is refused, never half read (500 cases)', async () => {
		const part = fc.option(
			fc.oneof(
				fc.jsonValue(),
				fc.record({ current_page: fc.constantFrom(1, 2, '1'), last_page: fc.constantFrom(1, 'x', null) }, { requiredKeys: [] }),
			),
			{ nil: undefined },
		);
		await fc.assert(
			fc.asyncProperty(envelope, fc.record({ data: part, meta: part, links: part }), async (form, body) => {
				const send: Send = async () => ({ status: 200, headers: {}, body });
				const records = await read(send, form).catch((error: unknown) => {
					if (!(error instanceof PageError)) throw error;
					return undefined;
				});
				if (records) expect(records).toEqual((body as { data: IDataObject[] }).data);
			}),
			{ numRuns: 500 },
		);
	});
});
