import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';

/** A certificate and its key, as PEM. */
export interface Certificate {
	cert: string;
	key: string;
}

interface Wanted {
	/** An IP address or a name that the certificate is for. */
	host: string;
	/** Until when it holds, ms since the epoch; by default a day. */
	until?: number;
	issuer?: Authority;
}

/** Who signs certificates of a test. */
export interface Authority extends Certificate {
	name: string;
	privateKey: KeyObject;
}

const DAY_MS = 86_400_000;

/** A certificate authority of this moment: nothing of it is stored, so nothing of it expires. */
export function newAuthority(name = 'Test Authority'): Authority {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([0xff]))));
	const cert = certificate({ subject: name, issuer: name, signer: privateKey, publicKey, until: Date.now() + DAY_MS, extensions: [isAuthority] });
	return { name, privateKey, cert, key: pem(privateKey) };
}

/** A server's certificate, signed by the authority or else by itself. */
export function newCertificate({ host, until = Date.now() + DAY_MS, issuer }: Wanted): Certificate {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const isAddress = /^[\d.]+$/.test(host);
	const name = isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
	const signer = issuer?.privateKey ?? privateKey;
	const cert = certificate({
		subject: host,
		issuer: issuer?.name ?? host,
		signer,
		publicKey,
		until,
		extensions: [extension('551d11', sequence(name))],
	});
	return { cert, key: pem(privateKey) };
}

export function contextOf({ cert, key }: Certificate): SecureContext {
	return createSecureContext({ cert, key });
}

/** The server's side of TLS on a socket. */
export function secured(socket: Socket, secureContext: SecureContext): TLSSocket {
	const stream = new TLSSocket(socket, { isServer: true, secureContext });
	stream.on('error', () => socket.destroy());
	return stream;
}

interface Content {
	subject: string;
	issuer: string;
	signer: KeyObject;
	publicKey: KeyObject;
	until: number;
	extensions: Buffer[];
}

/** X.509 (RFC 5280), in the few parts that a TLS client looks at. */
function certificate({ subject, issuer, signer, publicKey, until, extensions }: Content): string {
	const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
	const serial = der(0x02, Buffer.from([1 + Math.floor(Math.random() * 126), ...Array.from({ length: 7 }, () => Math.floor(Math.random() * 256))]));
	const validity = sequence(time(Math.min(Date.now(), until) - 2 * DAY_MS), time(until));
	const key = publicKey.export({ type: 'spki', format: 'der' });
	const version3 = der(0xa0, der(0x02, Buffer.from([2])));
	const toSign = sequence(version3, serial, ecdsaWithSha256, nameOf(issuer), validity, nameOf(subject), key, der(0xa3, sequence(...extensions)));
	const signature = der(0x03, Buffer.concat([Buffer.from([0]), createSign('sha256').update(toSign).sign(signer)]));
	const base64 = sequence(toSign, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
	return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

function nameOf(commonName: string): Buffer {
	return sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(commonName)))));
}

function extension(id: string, value: Buffer): Buffer {
	return sequence(der(0x06, Buffer.from(id, 'hex')), der(0x04, value));
}

/** UTCTime: YYMMDDhhmmssZ. */
function time(ms: number): Buffer {
	return der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
	return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
	const { length } = content;
	const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function pem(key: KeyObject): string {
	return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
