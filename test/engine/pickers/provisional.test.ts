import { openChoices, openList } from '../../support/loadOptions';
import { VirtualClock } from '../../support/virtualClock';
import { createTransport } from '../../../transport/transport';
import { startProvisionalHelpdesk } from './provisionalHelpdesk';

describe('a list that the specification does not show', () => {
	const transport = () => createTransport(new VirtualClock());

	it('offers the inboxes and teammates of a helpdesk that lists them', async () => {
		const helpdesk = await startProvisionalHelpdesk({
			'/inboxes': () => ({
				data: [
					{ id: 'i2', name: 'Support' },
					{ id: 'i1', name: 'Billing' },
				],
			}),
			'/settings/users': () => ({
				data: [{ id: 'u1', name: 'Ada', email: 'ada@acme.example' }, { id: 'u2', email: 'ben@acme.example' }, { id: 'u3' }],
			}),
		});
		const { credential } = helpdesk;
		const inboxes = [
			{ name: 'Billing', value: 'i1' },
			{ name: 'Support', value: 'i2' },
		];
		expect((await openList(transport(), 'inboxes', { credential })).results).toEqual(inboxes);
		expect(await openChoices(transport(), 'inboxes', { credential })).toEqual(inboxes);
		const teammates = [
			{ name: 'Ada (ada@acme.example)', value: 'u1' },
			{ name: 'ben@acme.example', value: 'u2' },
			{ name: 'u3', value: 'u3' },
		];
		expect((await openList(transport(), 'teammates', { credential })).results).toEqual(teammates);
		expect(await openChoices(transport(), 'teammates', { credential })).toEqual(teammates);
		expect((await openList(transport(), 'teammates', { credential, filter: 'BEN' })).results).toEqual([teammates[1]]);
		await helpdesk.close();
	});

	it('reads on where the listing turns out to be paged, and takes a bare list', async () => {
		const helpdesk = await startProvisionalHelpdesk({
			'/settings/users': ({ page = '1' }) => ({
				data: [{ id: `u${page}`, name: `User ${page}` }],
				links: { next: page === '3' ? null : 'http://x' },
			}),
			'/inboxes': () => [{ id: 'i1', name: 'Support' }],
		});
		const { credential } = helpdesk;
		expect((await openList(transport(), 'teammates', { credential })).results.map(({ value }) => value)).toEqual(['u1', 'u2', 'u3']);
		expect((await openList(transport(), 'inboxes', { credential })).results).toEqual([{ name: 'Support', value: 'i1' }]);
		await helpdesk.close();
	});

	it('stops after ten pages of a listing that never ends', async () => {
		const endless = () => ({ data: [{ id: 'u1' }], links: { next: 'http://x' } });
		const helpdesk = await startProvisionalHelpdesk({ '/settings/users': endless });
		await openList(transport(), 'teammates', { credential: helpdesk.credential });
		expect(helpdesk.requests).toHaveLength(10);
		await helpdesk.close();
	});
});
