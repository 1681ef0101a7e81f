import { withinBudget } from '../../../nodes/Helpdesk/run/context/budget';
import type { ContextMessage } from '../../../nodes/Helpdesk/run/context/contextText';

const messages = [{ text: 'My order is late.' }, { text: 'It is on its way.' }] as ContextMessage[];
const inFrame: Parameters<typeof withinBudget>[2] = (shown) =>
	`<messages>${shown.map((each) => ('text' in each ? each.text : `${each.leftOut} left out`)).join('\n')}</messages>`;

test('a budget that no message fits into shows the frame alone, and counts all messages as left out', () => {
	expect(withinBudget(messages, 21, inFrame)).toEqual({ text: '<messages></messages>', messages: [], leftOut: 2, isCut: true });
	expect(withinBudget(messages, 9, inFrame)).toEqual({ text: '<messages', messages: [], leftOut: 2, isCut: true });
});
