import http from 'node:http';
import https from 'node:https';
import { Webhook } from 'standardwebhooks';
import { isTaken, type Attempt, type DeliveryProblem } from '@/contract/webhooks';
import { version } from '../../../package.json';
import { RefusedTarget, type Targets } from './targets';

/** A message to send: its id, its text, and the secrets by which it is signed. */
export interface Message {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
}

/** Milliseconds for a whole attempt; how much of an answer is read, and how much of it is kept. */
const limits = { patience: 10_000, read: 4096, kept: 200 } as const;

/**
 * Sends a message as Standard Webhooks has it: `webhook-id`, `webhook-timestamp` and `webhook-signature`, one for each secret. Redirects are
 * not followed, and each connection asks anew where the name leads.
 *
 * @returns what was answered, or why nothing was; it never rejects. An answer from 200 to 299 has taken the message.
 */
export async function sendMessage(
  targets: Targets,
  { id, url: text, body, secrets }: Message,
  signal: AbortSignal,
  patience: number = limits.patience,
): Promise<Attempt> {
  const began = performance.now();
  const at = new Date();
  const ended = (part: Pick<Attempt, 'status' | 'problem' | 'answer'>): Attempt => ({
    at: at.toISOString(),
    ms: Math.round(performance.now() - began),
    ...part,
  });
  try {
    const url = new URL(text);
    const lookup = targets.lookupFor(url);
    const { status, answer } = await post(url, body, {
      lookup,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': `Tillhouse/${version}`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    return ended({ status, problem: null, answer: isTaken(status) ? null : answer });
  } catch (error) {
    return ended({ status: null, problem: problemOf(error), answer: null });
  }
}

/** Posts a text on a connection of its own. Resolves with the first of the answer. */
function post(
  url: URL,
  body: string,
  options: Pick<https.RequestOptions, 'lookup' | 'headers' | 'signal'>,
): Promise<{ status: number; answer: string | null }> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { ...options, method: 'POST', agent: false }, (answered) => {
      const parts: Buffer[] = [];
      let length = 0;
      const done = () => {
        const text = Buffer.concat(parts).toString('utf8').replaceAll('\0', '').trim();
        resolve({
          status: answered.statusCode ?? 0,
          // Not half of a character: that is no text for the database.
          answer: text === '' ? null : text.slice(0, limits.kept).replace(/[\uD800-\uDBFF]$/, ''),
        });
        answered.destroy();
      };
      answered.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length > limits.read) done();
      });
      answered.on('end', done);
      // The status is known: what breaks off after it changes nothing.
      answered.on('error', done);
    });
    sent.on('error', reject);
    sent.on('response', () => (isAnswered = true));
    sent.on('upgrade', ({ statusCode = 101 }, socket) => {
      socket.destroy();
      resolve({ status: statusCode, answer: null });
    });
    // Whatever ends it: an attempt that went on for ever would keep its place.
    sent.on('close', () => {
      if (!isAnswered) reject(new Error('Closed without an answer'));
    });
    sent.end(body);
  });
}

const certificateCodes = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS|EPROTO|ERR_SSL)/;

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof RefusedTarget) return 'refused_address';
  const { name, code } = error instanceof Error && 'code' in error ? error : { name: '', code: '' };
  const said = String(code);
  if (name === 'AbortError' || name === 'TimeoutError' || said === 'ABORT_ERR' || said === 'ETIMEDOUT')
    return 'timeout';
  if (said === 'ENOTFOUND' || said === 'EAI_AGAIN' || said === 'ENODATA') return 'not_found';
  return certificateCodes.test(said) ? 'certificate' : 'no_connection';
}
