import { readPdf } from './outgoing/pdf-text';
import { z } from 'zod';
import type { Role } from '@/contract/role';
import { sessionSchema } from '@/contract/session';
import { Answer } from './answer';
import type { Stage } from './api/start';
import { checkAgainstOpenApi } from './declared';
import type { CompanyName, Sender } from './service';

/** A password that meets the minimum length. */
export const password = 'correct horse battery';

/** Returns the signed-in user from a response of `/api/session`. */
export const signedInUser = (answer: Answer) => sessionSchema.parse(answer.json).session;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Returns what sends in the session of a browser, in the manner of a sender with a key. */
export const sessionSender =
  ({ send }: Pick<Awaited<ReturnType<ReturnType<typeof people>['person']>>, 'send'>): Sender =>
  (method, path, { json, headers } = {}) =>
    send(method, path, json, headers);

/** People and browsers at a service under test: invites people, accepts invitations, and signs in. */
export function people(on: Pick<Stage, 'service'>) {
  let count = 0;

  /** Creates a browser: it keeps the cookies it receives and sends where its page comes from. */
  function browser(from: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' }, address = '') {
    const cookies = new Map<string, string>();
    const jar = {
      /** The cookies as a request has them. */
      get cookie() {
        return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      },
      set cookie(text: string) {
        cookies.clear();
        for (const pair of text.split('; ').filter(Boolean)) keep(pair);
      },
    };
    const keep = (pair: string) => {
      const [name = '', value = ''] = pair.split('=', 2);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    };
    const send = async (
      method: string,
      path: string,
      json?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const response = await on.service.fetch(
        new Request(`http://test${path}`, {
          method,
          ...(json !== undefined && { body: JSON.stringify(json) }),
          headers: {
            ...(json !== undefined && { 'Content-Type': 'application/json' }),
            ...(jar.cookie && { Cookie: jar.cookie }),
            ...from,
            ...headers,
          },
        }),
        { incoming: { socket: { remoteAddress: address || `198.51.100.${(count += 1)}` } } },
      );
      for (const given of response.headers.getSetCookie()) keep(given.split(';')[0] ?? '');
      // Of a PDF what its reader sees: its bytes say nothing that could be looked for.
      const isPdf = response.headers.get('content-type') === 'application/pdf';
      const text = isPdf
        ? (await readPdf(new Uint8Array(await response.arrayBuffer()))).pages.join('\n')
        : await response.text();
      const answer = new Answer(response.status, response.headers, text);
      checkAgainstOpenApi(method, path, answer);
      return answer;
    };
    return { send, jar };
  }

  async function invite(
    role: Role = 'manager',
    company: CompanyName = 'helsinki',
    email = `person.${(count += 1)}@example.org`,
  ): Promise<Person> {
    const send = await on.service.as(company);
    const user = await send('POST', '/api/secure/user', { json: { name: `Of ${company}`, email, role } });
    const link = await send('POST', `/api/secure/user/${user.entity.id}/invitation`);
    if (link.status !== 201) throw new Error(link.text);
    return {
      id: user.entity.id,
      email,
      token: z.object({ token: z.string() }).loose().parse(link.json).token,
    };
  }

  /** Creates a person who has accepted a membership and is signed in. */
  async function person(role?: Role, company?: CompanyName, email?: string) {
    const invited = await invite(role, company, email);
    const window = browser();
    const answer = await window.send('POST', '/api/invitation/accept', { token: invited.token, password });
    if (answer.status !== 200) throw new Error(answer.text);
    return { ...invited, ...window };
  }

  const signIn = (email: string, given = password) =>
    browser().send('POST', '/api/session', { email, password: given });

  return { browser, invite, person, signIn };
}
