import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail that a server took: the envelope, and the message as it came over the line. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The headers, unfolded. */
  readonly headers: string;
  /** The message with its quoted-printable parts decoded. */
  readonly text: string;
}

/** A server of mail that really speaks SMTP, on loopback. */
export interface MailServer {
  readonly url: string;
  readonly mails: readonly TakenMail[];
  readonly close: () => Promise<void>;
}

/** What a server answers at a step, instead of taking the mail. */
interface Refusals {
  readonly recipient?: (address: string) => { status: number; text: string } | null;
  readonly data?: () => { status: number; text: string } | null;
  /** The one user who may send, and the password. */
  readonly user?: readonly [string, string];
}

const refusal = ({ status, text }: { status: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: status });

/** Starts a server of mail on a free port. */
export async function startMailServer(refuse: Refusals = {}): Promise<MailServer> {
  const mails: TakenMail[] = [];
  const server = new SMTPServer({
    disabledCommands: refuse.user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const [user, secret] = refuse.user ?? [];
      if (username === user && password === secret) done(null, { user: username });
      else done(refusal({ status: 535, text: 'Authentication failed' }));
    },
    onRcptTo({ address }, _session, done) {
      const why = refuse.recipient?.(address);
      done(why ? refusal(why) : null);
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const why = refuse.data?.();
        if (why) return done(refusal(why));
        const raw = Buffer.concat(parts).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          headers: (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' '),
          text: decoded(raw),
        });
        return done();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = addressOf(listening.address());
  const as = refuse.user ? `${refuse.user.map(encodeURIComponent).join(':')}@` : '';
  return {
    url: `smtp://${as}127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a server that takes connections and says nothing, or only a greeting. */
export async function startSilentServer(greeting = ''): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting !== '') socket.write(greeting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${addressOf(server.address()).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const addressOf = (address: AddressInfo | string | null): AddressInfo => {
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  return address;
};

/** Decodes quoted-printable text; what is base64 stays as it is. */
function decoded(raw: string): string {
  const joined = raw.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
