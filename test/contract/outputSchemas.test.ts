import { operations } from '../support/operations';
import { outputSchemas } from '../../tools/docs/schemas';

test('every operation offers fields to drag before its first run, unless its answer is unknown', () => {
	const schemas = outputSchemas();
	const pathOf = (key: string) => `nodes/Helpdesk/__schema__/v1.0.0/${key.replace('.', '/')}.json`;
	expect(Object.keys(schemas).sort()).toEqual(operations.map(([key]) => pathOf(key)).sort());
	const empty = operations
		.map(([key]) => key)
		.filter((key) => Object.keys(JSON.parse(schemas[pathOf(key)]!).properties).length === 0);
	expect(empty.filter((key) => !/^(report\.get|inbox\.getReports|apiRequest\.send)$/.test(key))).toEqual([]);
});
