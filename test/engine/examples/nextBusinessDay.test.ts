import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DateTime } from 'luxon';
import { Workflow, type INode, type INodeParameters, type INodeTypes } from 'n8n-workflow';

const EXAMPLE = join(__dirname, '..', '..', '..', 'examples', 'snooze-until-business-day.json');
const { nodes } = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { nodes: INode[] };
const expression = (
	(nodes.find(({ name }) => name === 'Next business day')!.parameters.assignments as INodeParameters)
		.assignments as INodeParameters[]
)[0]!.value;
const OPENING_HOURS = { opensAtHour: 9, closedOn: 'Saturday, Sunday', holidays: '2026-12-25, 2027-01-01' };

/** Returns the result (UTC) of the example's expression at a wall-clock time. */
function snoozedUntil(timezone: string, now: string, openingHours = OPENING_HOURS) {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(DateTime.fromISO(now, { zone: timezone }).toMillis());
	try {
		const node = {
			id: 'n',
			name: 'Next business day',
			type: 'set',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		} as INode;
		const nodeTypes = { getByNameAndVersion: () => ({ description: { properties: [] } }) } as unknown as INodeTypes;
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes,
			settings: { timezone },
		});
		const value = workflow.expression.getParameterValue(
			expression as string,
			null,
			0,
			0,
			node.name,
			[{ json: openingHours }],
			'internal',
			{},
		);
		return DateTime.fromISO(value as string)
			.toUTC()
			.toISO({ suppressMilliseconds: true })!;
	} finally {
		clock.mockRestore();
	}
}

describe('the example that snoozes to the next business day, evaluated by n8n', () => {
	it.each([
		['the evening of a working day', 'Europe/Berlin', '2026-11-18T18:00', '2026-11-19T08:00:00Z'],
		['Friday evening', 'Europe/Berlin', '2026-11-20T18:00', '2026-11-23T08:00:00Z'],
		['Saturday', 'Europe/Berlin', '2026-11-21T12:00', '2026-11-23T08:00:00Z'],
		['Sunday before midnight', 'Europe/Berlin', '2026-11-22T23:59', '2026-11-23T08:00:00Z'],
		['Monday before the team opens', 'Europe/Berlin', '2026-11-23T02:00', '2026-11-23T08:00:00Z'],
		['exactly at opening time', 'Europe/Berlin', '2026-11-23T09:00', '2026-11-24T08:00:00Z'],
		['a weekend on which the clocks are put forward', 'Europe/Berlin', '2026-03-27T18:00', '2026-03-30T07:00:00Z'],
		['a weekend on which the clocks are put back', 'Europe/Berlin', '2026-10-23T18:00', '2026-10-26T08:00:00Z'],
		[
			'a weekend on which New York puts the clocks forward',
			'America/New_York',
			'2026-03-06T18:00',
			'2026-03-09T13:00:00Z',
		],
		[
			'a weekend on which New York puts the clocks back',
			'America/New_York',
			'2026-10-30T18:00',
			'2026-11-02T14:00:00Z',
		],
		['Friday while it is still Thursday in UTC', 'Pacific/Auckland', '2026-11-20T09:30', '2026-11-22T20:00:00Z'],
		['Sunday while it is already Monday in UTC', 'America/Los_Angeles', '2026-11-22T18:00', '2026-11-23T17:00:00Z'],
		['the evening before a holiday and a weekend', 'Europe/Berlin', '2026-12-24T18:00', '2026-12-28T08:00:00Z'],
	])('on %s (%s, %s), snoozes until %s', (_, timezone, now, until) => {
		expect(snoozedUntil(timezone, now)).toBe(until);
	});

	it('uses the entered opening hour and closed days, regardless of case', () => {
		const hours = { opensAtHour: 7, closedOn: 'friday,SATURDAY', holidays: '' };
		expect(snoozedUntil('Asia/Dubai', '2026-11-19T18:00', hours)).toBe('2026-11-22T03:00:00Z');
	});
});
