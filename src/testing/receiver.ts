import http from 'node:http';
import { Webhook } from 'standardwebhooks';

/** What came in at a receiver of webhooks. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** How a receiver answers: a status, headers, and a text; null for never. */
type Reply = {
  readonly status: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly text?: string;
} | null;

/** A receiver of webhooks on loopback, which answers as it is told to. */
export interface Receiver {
  readonly url: (path?: string) => string;
  readonly received: Received[];
  /** Sets how it answers; 204 at first. */
  answer: (reply: (received: Received) => Reply) => void;
  /** Returns whether a message is signed by a secret. */
  readonly isSignedBy: (received: Received, secret: string) => boolean;
  readonly close: () => Promise<void>;
}

/** Starts a receiver of webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const state: { reply: (received: Received) => Reply } = { reply: () => ({ status: 204 }) };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const one = {
        path: request.url ?? '',
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        text,
        body: JSON.parse(text),
      };
      received.push(one);
      const reply = state.reply(one);
      if (reply === null) return;
      response.writeHead(reply.status, reply.headers);
      response.end(reply.text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    received,
    answer: (reply) => {
      state.reply = reply;
    },
    isSignedBy({ text, headers }, secret) {
      try {
        new Webhook(secret).verify(text, {
          'webhook-id': String(headers['webhook-id']),
          'webhook-timestamp': String(headers['webhook-timestamp']),
          'webhook-signature': String(headers['webhook-signature']),
        });
        return true;
      } catch {
        return false;
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
