import type { Socket } from 'node:net';

import { startRawServer, type RawConnection, type RawRequest, type RawServer } from '../../../support/rawServer';
import { answerWays } from './answerWays';
import type { HostileCase } from './cases';
import { connectionWays, endOf, secured } from './connectionWays';
import { RawHelpdesk } from './helpdesk';
import { bytesOf, type Effect, type Fault } from './reply';

/** A helpdesk that misbehaves as its case says, and records what it did. */
export interface Hostile {
	server: RawServer;
	helpdesk: RawHelpdesk;
	/** The faults that occurred, including repeated ones. */
	met: Fault[];
	/** Returns the number of connections on which an incomplete request may have arrived. */
	uncertain: () => number;
	requests: () => RawRequest[];
	heal: () => void;
}

export async function startHostile(
	{ faults, forEver, records, deletedIsGone, scheme }: HostileCase,
	otherPort: number,
) {
	const helpdesk = new RawHelpdesk(records, deletedIsGone);
	const met: Fault[] = [];
	const nothingSent = new Set<RawConnection>();
	const readAtMost = new Map<RawConnection, [most: number, fault: Fault]>();
	let left = [...faults];
	const next = (wanted: (fault: Fault) => boolean) => {
		const [fault] = left;
		if (!fault || !wanted(fault)) return undefined;
		if (!forEver || left.length > 1) left.shift();
		met.push(fault);
		return fault;
	};
	const requested = (request: RawRequest, stream: Socket, connection: RawConnection) => {
		const good = helpdesk.answer(request);
		const fault = next(({ way }) => way in answerWays);
		if (!fault) {
			helpdesk.apply(request);
			stream.end(bytesOf(good));
			return;
		}
		const way = answerWays[fault.way]!;
		// A refusal by the service means that nothing was applied.
		if (good.status < 300 && isApplied(way.effect, fault)) helpdesk.apply(request);
		way.play({
			stream,
			good,
			request,
			fault,
			otherPort,
			end: () => endOf(fault.reset ? connection.socket : stream, fault),
		});
	};
	const server = await startRawServer({
		connected: (connection) => {
			const fault = next(({ way }) => way in connectionWays);
			const way = fault && connectionWays[fault.way];
			if (way?.nothingSent) nothingSent.add(connection);
			if (fault && way?.connected) return way.connected(connection, fault);
			if (fault && way?.readAtMost) readAtMost.set(connection, [way.readAtMost(fault), fault]);
			return scheme === 'https' ? secured(connection) : connection.socket;
		},
		reading: (connection, total) => {
			const [most = Infinity, fault] = readAtMost.get(connection) ?? [];
			if (total < most || !fault) return true;
			endOf(connection.socket, fault);
			return false;
		},
		requested: (request, stream) =>
			requested(
				request,
				stream,
				server.connections.find((each) => each.requests.at(-1) === request)!,
			),
	});
	return {
		server,
		helpdesk,
		met,
		uncertain: () =>
			server.connections.filter((each) => each.requests.length === 0 && !nothingSent.has(each)).length,
		requests: () => server.connections.flatMap(({ requests }) => requests),
		heal: () => void (left = []),
	};
}

function isApplied(effect: Effect | ((fault: Fault) => Effect), fault: Fault) {
	const which = typeof effect === 'function' ? effect(fault) : effect;
	return which === 'always' || (which === 'may' && fault.applied);
}
