import { byId, useNodeRig } from '../../support/nodeRig';
import { teammateWrites, thread } from '../../support/sandboxRecords';

const rig = useNodeRig({ conversations: 20 });

const own = () => byId(thread(rig.sandbox).record.id);
const markdown = (message: string) => ({ conversationId: own(), message, messageFormat: 'markdown' });
const html = async (message: string) => {
	const [item] = await rig.run('message.reply', { ...markdown(message), options: { dryRun: true } });
	return (item!.json.wouldSend as { body: { message: string } }).body.message.replaceAll('\n', '');
};

test.each([
	['Hello **Kim**,\nit is on _its_ way.', '<p>Hello <strong>Kim</strong>,<br />it is on <em>its</em> way.</p>'],
	['One\n\nTwo', '<p>One</p><p>Two</p>'],
	['- a\n- b\n\n3. c\n4. d', '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li><li>d</li></ol>'],
	['> quoted\n\n`a < b`', '<blockquote><p>quoted</p></blockquote><p><code>a &lt; b</code></p>'],
	['```\nx && y\n```', '<pre><code>x &amp;&amp; y</code></pre>'],
	['# Title', '<h1>Title</h1>'],
	['5 * 3 * 2 = 30, snake_case_name, &copy; &nope;', '<p>5 * 3 * 2 = 30, snake_case_name, © &amp;nope;</p>'],
	['A <b>bold</b> & "x"', '<p>A &lt;b&gt;bold&lt;/b&gt; &amp; &quot;x&quot;</p>'],
	['<script>\nalert(1)\n</script>', '<pre><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>'],
	['[Track](https://x.example/?a=1&b=2)', '<p><a href="https://x.example/?a=1&amp;b=2">Track</a></p>'],
	['<kim@x.example>', '<p><a href="mailto:kim@x.example">kim@x.example</a></p>'],
	['![Map](https://x.example/m.png)', '<p><a href="https://x.example/m.png">Map</a></p>'],
	['[a](javascript:x) ![b](data:x) [c](/d) <tel:1>', '<p>a (javascript:x) b (data:x) c (/d) tel:1</p>'],
	['[a](JavaScript&#58;x) [b](" onclick="x)', '<p>a (JavaScript:x) [b](&quot; onclick=&quot;x)</p>'],
	['Call [us](tel:+49)', '<p>Call us (tel:+49)</p>'],
	['![](https://x.example/m.png)', '<p><a href="https://x.example/m.png">https://x.example/m.png</a></p>'],
	['[![Logo](https://a.example)](https://b.example)', '<p><a href="https://b.example">Logo</a></p>'],
	['Hi\n\n[Status]: Closed', '<p>Hi</p><p>[Status]: Closed</p>'],
])('Reply sends the Markdown %j as HTML', async (message, wanted) => {
	expect(await html(message)).toBe(wanted);
});

test.each(['message.reply', 'message.saveDraft', 'scheduledReply.create', 'scheduledReply.update'])(
	'%s sends Markdown as HTML',
	async (key) => {
		const { messageId, scheduledAt } = rig.typical(key);
		const text = markdown('**Hello**');
		const given = key.endsWith('update')
			? {
					conversationId: text.conversationId!,
					updateFields: { message: '**Hello**', messageFormat: 'markdown' },
				}
			: text;
		await rig.run(key, { ...(scheduledAt && { scheduledAt }), ...(messageId && { messageId }), ...given });
		expect(rig.requests()[0]!.body).toMatchObject({ message: '<p><strong>Hello</strong></p>' });
	},
);

test.each(['&nbsp;', '[](<>)'])('refuses Markdown that shows nothing: %j', async (message) => {
	expect((await rig.failure('message.reply', markdown(message))).message).toContain("'Message' is empty");
	expect(rig.requests()).toEqual([]);
});

test('Not If Already There compares the rendered text of the Markdown', async () => {
	teammateWrites(rig.sandbox.store, thread(rig.sandbox), { html: '<div>We <b>refund</b> you</div>' });
	const guarded = { ...markdown('We **refund** you'), options: { notIfAlreadyThere: true } };
	expect((await rig.run('message.reply', guarded))[0]!.json).toMatchObject({ skipped: true });
	const other = { ...markdown('We **do not refund** you'), options: { notIfAlreadyThere: true } };
	expect((await rig.run('message.reply', other))[0]!.json).not.toHaveProperty('skipped');
});
