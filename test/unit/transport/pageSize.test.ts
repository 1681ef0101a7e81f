import { ApiError } from '../../../transport/apiError';
import { fewerAfter, PageSize } from '../../../transport/pageSize';

const refusal = (status: number, body: object = {}) =>
	new ApiError({ method: 'GET', path: '/contacts' }, { kind: 'answer', answer: { status, headers: {}, body } }, false, 1);
const unsaid = refusal(422, { message: 'The given data was invalid.' });
const aboutSize = refusal(422, { errors: { per_page: ['Too many.'] } });
const aboutOther = refusal(422, { errors: { email: ['Is taken.'] } });

describe('how many records a page are asked for after a refusal', () => {
	it.each([
		[100, 50],
		[50, 25],
		[25, 20],
		[20, 10],
		[16, 8],
		[15, undefined],
	])('that says nothing of the size, of %i: %p', (perPage, fewer) => expect(fewerAfter(unsaid, perPage)).toBe(fewer));

	it.each([
		[100, 50],
		[15, 7],
		[2, 1],
		[1, undefined],
	])('that names the size, of %i: %p', (perPage, fewer) => expect(fewerAfter(aboutSize, perPage)).toBe(fewer));

	it.each(['per_page', 'perPage', 'per-page', 'perpage', 'page_size', 'pagesize', 'limit', 'Limit', 'query.limit', 'display'])(
		'the field "%s" is the size',
		(field) => expect(fewerAfter(refusal(422, { errors: { [field]: ['No.'] } }), 10)).toBe(5),
	);

	it.each([{ email: ['The limit of addresses is reached.'] }, { display_name: ['No.'] }, { in_display: ['No.'] }, { page: ['No.'] }])(
		'%j is about something else',
		(errors) => expect(fewerAfter(refusal(422, { errors }), 100)).toBeUndefined(),
	);

	it.each(['Per page is too large', 'perpage: at most 50', 'The page size is too large', 'pagesize: at most 50'])(
		'the message "%s" is about the size, also of a 400',
		(message) => expect([400, 422].map((status) => fewerAfter(refusal(status, { message }), 10))).toEqual([5, 5]),
	);

	it.each([
		['another 400', refusal(400, { message: 'Bad request' })],
		['a 404', refusal(404, { message: 'per_page' })],
		['no answer', new Error()],
	])('%s is not', (_, error) => expect(fewerAfter(error, 100)).toBeUndefined());
});

describe('the largest page of a listing', () => {
	const answer = { status: 200, headers: {}, body: [] };
	/** Asks of a helpdesk that allows so many a page, or says why not. */
	function start(allows: (perPage: number | undefined) => Error | undefined) {
		const asked: Array<number | undefined> = [];
		const ask = async (perPage?: number) => {
			asked.push(perPage);
			const error = allows(perPage);
			if (error) throw error;
			return answer;
		};
		return { asked, ask };
	}
	const upTo = (most: number, error: Error = aboutSize) => start((perPage) => ((perPage ?? 0) > most ? error : undefined));

	it('is found once, and begun with from then on', async () => {
		const { asked, ask } = upTo(20);
		const pageSize = new PageSize();
		expect(await pageSize.settle(100, ask)).toEqual({ answer, perPage: 20 });
		expect(await pageSize.settle(100, ask)).toEqual({ answer, perPage: 20 });
		expect(asked).toEqual([100, 50, 25, 20, 20]);
	});

	it('is not taken from one that was asked for less', async () => {
		const { asked, ask } = upTo(100);
		const pageSize = new PageSize(60);
		await pageSize.settle(5, ask);
		await pageSize.settle(100, ask);
		expect(asked).toEqual([5, 60]);
	});

	it('is the smallest that was found meanwhile', async () => {
		const pageSize = new PageSize();
		let refuse: (error: Error) => void = () => {};
		const asked: Array<number | undefined> = [];
		const late = pageSize.settle(100, async (perPage) => {
			asked.push(perPage);
			return perPage === 100 ? await new Promise((_, reject) => (refuse = reject)) : answer;
		});
		await pageSize.settle(100, upTo(10).ask);
		refuse(aboutSize);
		await late;
		expect(asked).toEqual([100, 10]);
	});

	it('is left to the server where it refuses a single record too, and for good', async () => {
		const { asked, ask } = start((perPage) => (perPage === undefined ? undefined : aboutSize));
		const pageSize = new PageSize();
		expect(await pageSize.settle(2, ask)).toEqual({ answer });
		expect(await pageSize.settle(2, ask)).toEqual({ answer });
		expect(asked).toEqual([2, 1, undefined, undefined]);
	});

	it('where nothing helps the first refusal counts, with what to do', async () => {
		const first = refusal(422, { errors: { per_page: ['At most 0.'] } });
		let count = 0;
		const { ask } = start(() => ((count += 1) === 1 ? first : aboutSize));
		const pageSize = new PageSize();
		await expect(pageSize.settle(2, ask)).rejects.toBe(first);
		expect(first.reason?.why).toContain('and the list without one');
		// A size may be right the next time.
		const next = upTo(2);
		await pageSize.settle(2, next.ask);
		expect(next.asked).toEqual([2]);
	});

	it('a refusal that says nothing is told as it is where smaller pages are refused too', async () => {
		const first = refusal(422);
		let count = 0;
		const { asked, ask } = start(() => ((count += 1) === 1 ? first : unsaid));
		await expect(new PageSize().settle(20, ask)).rejects.toBe(first);
		expect(asked).toEqual([20, 10]);
		expect(first.reason).toBeUndefined();
	});

	it.each([
		['at once', [aboutOther]],
		['after a refusal of the size', [aboutSize, aboutOther]],
		['without a size', [aboutSize, aboutSize, aboutOther]],
	])('what is about something else is told as it is: %s', async (_, errors) => {
		let count = 0;
		const { asked, ask } = start(() => errors[count++]);
		await expect(new PageSize().settle(2, ask)).rejects.toBe(aboutOther);
		expect(asked).toHaveLength(errors.length);
		expect(aboutOther.reason).toBeUndefined();
	});
});
