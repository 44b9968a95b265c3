// Trust in one certificate, known by its fingerprint, as a join token has it. The server is asked for its
// certificate first; only when that has the fingerprint is it taken for an authority of the connection
// proper, over which credentials travel. So the check is TLS's own, and no other server gets a credential.
import { createConnection } from 'node:net';
import { type ConnectionOptions, connect, type PeerCertificate } from 'node:tls';
import { PlyadesError } from '../../core/errors.js';

const ASK_MS = 5000;

/** SHA-256 as 64 hexadecimal digits, however it was written. */
export const plainFingerprint = (text: string): string => text.replaceAll(':', '').toLowerCase();

/** TLS options for a server with this certificate. `host`: name and port. */
export async function trustPinned(
  host: string,
  fingerprint: string,
): Promise<Pick<ConnectionOptions, 'checkServerIdentity'> & { ca: string }> {
  const certificate = await certificateOf(host);
  const wanted = plainFingerprint(fingerprint);
  const isIt = (seen: PeerCertificate) => plainFingerprint(seen.fingerprint256 ?? '') === wanted;
  const other = () => {
    const message = `the certificate of ${host} is not the one of the token: ask the owner of the cluster for a new token`;
    return new PlyadesError('ERR_CERTIFICATE', message);
  };
  if (!isIt(certificate)) throw other();
  const lines = certificate.raw.toString('base64').match(/.{1,64}/g)!;
  const ca = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  // The fingerprint says who it is, so the address may be any that leads there.
  return { ca, checkServerIdentity: (_, seen) => (isIt(seen) ? undefined : other()) };
}

/** The certificate that a NATS server shows; it sends INFO in plain text first. */
function certificateOf(host: string): Promise<PeerCertificate> {
  const at = host.lastIndexOf(':');
  const [name, port] = [host.slice(0, at).replace(/^\[|\]$/g, ''), Number(host.slice(at + 1))];
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      socket.destroy();
      const message = `no NATS server with TLS answers at ${host} (${reason}): check the address of the token`;
      reject(new PlyadesError('ERR_CLUSTER', message));
    };
    const socket = createConnection(port, name);
    socket.setTimeout(ASK_MS, () => fail('no answer'));
    socket.once('error', (error) => fail(error.message));
    socket.once('close', () => fail('it closed the connection'));
    socket.once('data', () => {
      const secure = connect({ socket, rejectUnauthorized: false }, () => {
        const certificate = secure.getPeerCertificate();
        secure.destroy();
        socket.destroy();
        resolve(certificate);
      });
      secure.once('error', (error) => fail(error.message));
    });
  });
}
