import type { Letter } from './letter';
import { onOneLine } from './letter';

/** How mail is sent: the server with its credentials, the sender, and the address of the application in links. */
export interface MailConfig {
  /** `smtp://` or `smtps://`, with user and password: never logged. */
  readonly smtpUrl: string;
  readonly from: string;
  /** Without a slash at the end. Links are made of it, never of what a request says of its host. */
  readonly publicUrl: string;
}

/** Sends one letter to one recipient. @throws `MailError` */
export type Send = (
  letter: Letter,
  to: { readonly recipient: string; readonly id: string },
  signal: AbortSignal,
) => Promise<void>;

/** Why a mail was not sent. `isFinal`: the server refused it for good, and would again. */
export class MailError extends Error {
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** Milliseconds: to connect, for the greeting, without a byte, and for a whole mail. */
export const mailTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000, mail: 120_000 };

/** Returns a sender over SMTP. A connection for each mail: there are few, and an idle one may be dead. */
export async function smtpSender({ smtpUrl, from }: MailConfig, timeouts = mailTimeouts): Promise<Send> {
  // Loaded only where mail is configured.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    // A password, and the links in a mail, are not for whoever reads the line; on this very machine nobody does.
    requireTLS: new URL(smtpUrl).username !== '' && !isLoopback(new URL(smtpUrl).hostname),
    // A letter is what it holds: nothing is read from files or fetched for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1).replaceAll(/[^\w.-]/g, '') || 'localhost';
  return async ({ to: other, subject, text, html, attachments = [] }, { recipient, id }, signal) => {
    const address = other ?? recipient;
    if (!isAddress(address)) throw new MailError('The address cannot be written to', true);
    const to = { name: '', address };
    try {
      await transport.sendMail({
        from,
        to,
        envelope: { from: addressIn(from), to: [to.address] },
        subject: onOneLine(subject),
        text,
        html,
        attachments: attachments.map(({ filename, content }) => ({ filename: onOneLine(filename), content })),
        // The same at each attempt: a server that gets a mail twice can tell.
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.mail)]),
      });
    } catch (error) {
      throw mailError(error);
    }
  };
}

/**
 * Whether a text is one plain address. A comma, an angle or a line break would make a second one of it, or a header:
 * nodemailer parses what is in an envelope.
 */
export const isAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(text);

/** Returns the address of `Name <address>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

const longestProblem = 300;

/**
 * Returns why a mail was not sent, in words that an administrator may read: what the server answered, never the
 * address of the server with its password.
 */
function mailError(error: unknown): MailError {
  const fault = error instanceof Error ? error : new Error(String(error));
  const read = (name: string): unknown => Reflect.get(fault, name);
  const [code, status, response] = [read('code'), read('responseCode'), read('response')];
  const said = typeof response === 'string' ? response : '';
  // These two codes say only at which step the server refused, which its own words say better.
  const isPlain = said !== '' && (code === 'EENVELOPE' || code === 'EMESSAGE');
  const kind = typeof code === 'string' ? code : fault.name;
  const message = onOneLine([isPlain ? '' : kind, said].filter(Boolean).join(': '));
  // A wrong password of the service may be put right; a refused mail or recipient will be refused again.
  const isFinal = typeof status === 'number' && status >= 500 && code !== 'EAUTH';
  return new MailError(message.slice(0, longestProblem), isFinal, { cause: error });
}
