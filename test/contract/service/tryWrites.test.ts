import { startSandbox, type Sandbox } from '../../../sandbox';
import { serviceCheck } from '../../../tools/service/command';
import { isReport, type ServiceReport } from '../../../tools/service/report';
import { thread } from '../../support/sandboxRecords';

describe('npm run service:check -- --try-writes-on', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ conversations: 60 });
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => {
		await sandbox.close();
	});

	const written = () => sandbox.requests().filter(({ method, path }) => method !== 'GET' && !/^\/(search|inboxes\/\w+)$/.test(path));
	/** The command as somebody types it, who answers so where there is a terminal. */
	async function command(id: string, answer?: string) {
		let [told, text] = ['', ''];
		const asked: string[] = [];
		const status = await serviceCheck(['--try-writes-on', id], {
			env: { HELPDESK_BASE_URL: sandbox.baseUrl, HELPDESK_TOKEN: sandbox.tokens.personal },
			ask: answer === undefined ? undefined : async (question) => (asked.push(question), answer),
			tell: (line) => (told += line),
			warn: (line) => (told += line),
			progress: () => undefined,
			write: (file, written) => ((text = written), file),
		});
		const report = text === '' ? undefined : (JSON.parse(text) as ServiceReport);
		return { status, told, report, asked };
	}

	it('writes once "yes" is typed, and the report names what answered, and no id', async () => {
		const { id } = thread(sandbox).record;
		const { status, told, report, asked } = await command(id, 'yes');
		expect([status, isReport(report), asked]).toEqual([0, true, ['Type yes to begin: ']]);
		expect(told.indexOf('These writes are tried')).toBeLessThan(
			told.indexOf('POST /conversation/{conversation_id}/note: adds a note for the team, which stays\nPOST'),
		);
		expect([report!.writes!.addNote!.state, report!.endpoints.addNote.state]).toEqual(['done', 'answers']);
		expect([report!.writes!.replyToConversation!.state, report!.endpoints.replyToConversation.state]).toEqual(['not tried', 'not asked']);
		expect(written().length).toBeGreaterThan(12);
		expect(JSON.stringify(report)).not.toContain(id);
	}, 60_000);

	it.each([
		['without a terminal', undefined, 'There is no terminal to ask at: nothing was written.'],
		['unless it is "yes" that is typed', 'y', 'Not begun: nothing was written.'],
	])(
		'writes nothing %s, and still reports what it read',
		async (_, answer, words) => {
			const { status, told, report } = await command(thread(sandbox).record.id, answer);
			expect([status, report!.writes, told]).toEqual([0, undefined, expect.stringContaining(words)]);
			expect(told).toContain('adds a note for the team, which stays');
			expect(written()).toEqual([]);
		},
		60_000,
	);

	it('says in words that there is no such conversation', async () => {
		const { status, told, report } = await command('nobody', 'yes');
		expect([status, told, report]).toEqual([2, 'There is no such conversation: nothing was written.', undefined]);
		expect(written()).toEqual([]);
	}, 60_000);
});
