import { IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createSend, n8nHttpClient, Priority, readCredential, Transport } from '../../../../transport';
import { ticketUrl, readThread, isNothing } from '../../../shared';
import { newerMessages } from '../guards/obstacles';
import { messagePage, questionPage } from './page';
import { isReview, outputOfDecision, Question } from './question';

/** One path for page and decision. n8n checks the signature of the link before it calls the node. */
export const approvalWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

const READ_WITHIN_MS = 10_000;

const NO_ANSWER = 'The helpdesk did not answer. Check in the ticket whether somebody has written since.';

const OVER = [
	'This link no longer works',
	'The question was decided, its time is over, or a new one was asked. Look in the ticket.',
] as const;

/** GET shows the page and POST decides, because mail scanners open links. */
export function createDecide(transport: Transport) {
	return async function (this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { method, query, body } = this.getRequestObject();
		const question = questionIn(this);
		if (!question || query.ask !== question.id || question.until < Date.now())
			return page(this, 409, messagePage(...OVER));
		const node = this.getNode();
		const canEdit = !isReview(node);
		// A request without a form has no body.
		const { decision, text, reason } = ((method === 'POST' && body) || {}) as Record<string, unknown>;
		const approved = decision === 'approve';
		const isChanged = approved && canEdit && text !== undefined;
		const wanted = isChanged ? typed(typeof text === 'string' ? text : '', question.text) : question.text;
		if ((!approved && decision !== 'decline') || isNothing(wanted)) {
			// An error here would end the execution.
			const { address, news } = await ticketNow(this, transport, question).catch(() => ({
				address: undefined,
				news: NO_ANSWER,
			}));
			const alert = isNothing(wanted) ? 'The text is empty, so nothing was decided.' : news;
			const workflow = this.getWorkflow().name ?? '';
			return page(this, 200, questionPage(question, { workflow, canEdit, address, alert }));
		}
		const why = isNothing(reason) ? null : String(reason).trim();
		const json = outputOfDecision(
			question,
			{ approved, text: wanted, reason: why, decided_at: new Date().toISOString() },
			node,
		);
		setHeaders(this);
		return {
			webhookResponse: messagePage(
				approved ? 'Approved' : 'Declined',
				`Your decision was recorded${json.is_edited ? ', with your changes' : ''}. The workflow continues: ` +
					'see the ticket. You can close this page.',
			),
			workflowData: [[{ json, pairedItem: { item: 0 } }]],
		};
	};
}

/** A webhook can read the node's context only by an expression. A brace in the node's name would end it. */
function questionIn(context: IWebhookFunctions) {
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\u00${brace.charCodeAt(0).toString(16)}`,
	);
	try {
		const found = context.evaluateExpression(`{{ $node[${name}].context }}`) as { question?: Question } | undefined;
		return found?.question;
	} catch {
		// An error here would end the execution.
		return undefined;
	}
}

/** Returns the ticket's address, and a warning if the conversation has messages after `since`, or was not read. */
async function ticketNow(
	context: IWebhookFunctions,
	transport: Transport,
	{ conversationId: id, since }: Question,
): Promise<{ address?: string; news?: string }> {
	const credential = readCredential(await context.getCredentials('helpdeskApi'));
	const address = ticketUrl(credential.ticketAddress, id);
	const client = n8nHttpClient(context, credential, { timeout: READ_WITHIN_MS });
	const signal = AbortSignal.timeout(READ_WITHIN_MS);
	const send = createSend(transport, { client, credential, priority: Priority.interactive, signal, attempts: 1 });
	const thread = await readThread(send, { id, now: transport.clock.now() }, true).catch(() => undefined);
	if (!thread) return { address, news: NO_ANSWER };
	const { reason } = newerMessages(thread, since) ?? {};
	return { address, news: reason && `${reason.replace(/\.$/, '')}. Read the ticket first.` };
}

/** A browser sends line breaks as CR LF. */
function typed(text: string, proposed: string) {
	const plain = (each: string) => each.replace(/\r\n?/g, '\n');
	return plain(text) === plain(proposed) ? proposed : plain(text);
}

/** Without `workflowData` the execution goes on waiting. */
function page(context: IWebhookFunctions, status: number, html: string): IWebhookResponseData {
	setHeaders(context);
	context.getResponseObject().status(status).type('html').send(html);
	return { noWebhookResponse: true };
}

/** Forbids scripts, other servers and frames, and hides the link, which is a secret. */
function setHeaders(context: IWebhookFunctions) {
	context.getResponseObject().set({
		'Content-Security-Policy':
			"sandbox allow-forms allow-top-navigation-by-user-activation allow-popups; default-src 'none'; " +
			"style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
		'Referrer-Policy': 'no-referrer',
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex',
	});
}
