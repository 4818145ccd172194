import { Secret, TOTP } from 'otpauth';
import { newAuthenticator, newRecoveryCodes } from '@/contract/second-factor';
import type { people } from './people';

type Window = ReturnType<ReturnType<typeof people>['browser']>;

/** Codes of one authenticator: each call is of a later step, as far as the service lets a clock be wrong. */
export function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: 30 });
  let at = Date.now() - 30_000;
  return {
    /** The code of the next step that was not asked for: at most three are of now. */
    next() {
      const code = totp.generate({ timestamp: at });
      at += 30_000;
      return code;
    },
    at: (seconds: number) => totp.generate({ timestamp: Date.now() + seconds * 1000 }),
  };
}

/** Sets an authenticator up for who is signed in in a window; `code` of the one that is on. */
export async function setUp(window: Pick<Window, 'send'>, code?: string) {
  const begun = await window.send('POST', '/api/secure/session/authenticator', { code });
  const { secret, uri } = newAuthenticator.parse(begun.json);
  const app = authenticator(secret);
  const checked = await window.send('POST', '/api/secure/session/authenticator/check', { code: app.next() });
  const { recovery_codes: codes } = newRecoveryCodes.parse(checked.json);
  const done = await window.send('POST', '/api/secure/session/authenticator/on');
  if (done.status !== 204) throw new Error(done.text);
  return { app, codes, uri, secret };
}
