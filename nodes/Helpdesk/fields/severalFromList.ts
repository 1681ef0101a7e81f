import type { ShortListName } from '../listSearch';
import type { Field } from '../operation';
import { idList } from '../read/list';

/**
 * Several records chosen from a list, stored as an array of IDs; an expression may give comma-separated text
 * too. A list that is refused is empty, never an error.
 */
export function severalFromList(
	list: ShortListName,
	{ name, displayName, what, required, dependsOn }: { name: string; displayName: string; what: string; required?: true; dependsOn?: string[] },
): Field {
	return {
		property: {
			displayName: `${displayName} Names or IDs`,
			name,
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: list, loadOptionsDependsOn: dependsOn },
			// Otherwise n8n marks what is stored as wrong whenever the list does not hold it.
			allowArbitraryValues: true,
			required,
			default: [],
			hint: 'Nothing to choose from? Switch to Expression and enter the IDs, separated by commas.',
			description: `${what}. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
		},
		read: idList,
	};
}
