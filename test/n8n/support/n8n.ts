import { N8nClient } from '../../../tools/n8n/client';
import { readLog, type LogLine } from '../../../tools/n8n/log';
import type { SavedWorkflow } from '../../../tools/n8n/workflow';

/** The n8n that all test files share, seen from one of them. */
export interface SharedN8n {
	/** Where the editor is. */
	url: string;
	/** Signed in. */
	client: N8nClient;
	/** The tarball of the pack, for a test that starts an n8n of its own. */
	tarball: string;
	/** The one folder in which workflows may read and write files. */
	files: string;
	/**
	 * The warnings and errors about the pack that n8n logged while it started and since this file connected; of what is about a
	 * workflow, what is about this one: other files use the same n8n at the same time.
	 */
	complaints(workflow: SavedWorkflow): LogLine[];
}

/** How n8n names the package's files, nodes and credential in its log. */
const OURS = /n8n-nodes-helpdesk[/\\]dist|n8n-nodes-helpdesk\.|helpdeskApi|Helpdesk/;

/** The tarball of the pack, for an n8n of a test's own. */
export function packedTarball(): string {
	return (JSON.parse(process.env.HELPDESK_TEST_N8N ?? '') as { tarball: string }).tarball;
}

/** Connects to the n8n that the set-up of the run has started. */
export async function connect(): Promise<SharedN8n> {
	const { url, logFile, tarball, files } = JSON.parse(process.env.HELPDESK_TEST_N8N ?? '') as Record<
		'url' | 'logFile' | 'tarball' | 'files',
		string
	>;
	const client = new N8nClient(url);
	await client.signIn();
	const connectedAt = readLog(logFile).length;
	const complaints = ({ id }: SavedWorkflow) => {
		const lines = readLog(logFile);
		const started = lines.findIndex(({ message }) => message.includes('Editor is now accessible'));
		return lines
			.filter((_, index) => index < started || index >= connectedAt)
			.filter(({ level, text }) => level !== 'info' && OURS.test(text) && (!/workflow/i.test(text) || text.includes(id)));
	};
	return { url, client, tarball, files, complaints };
}
