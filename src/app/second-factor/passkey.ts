import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  madePasskey,
  passkeyOptions,
  shownPasskey,
  type MadePasskey,
  type ShownPasskey,
} from '@/contract/passkeys';

// Only modules that are loaded late import this one: the first load is without the package, which is there before a button
// for passkeys is, so that the click which the browser asks for is still fresh.

/**
 * Why the browser has shown or made no passkey.
 *
 * - `notDone`: cancelled, out of time, or none is there; browsers do not tell these apart (WebAuthn, 14.5).
 * - `known`: the authenticator holds one of this person.
 * - `address`: the page is not at the address that the service gave.
 * - `unfit`: the authenticator cannot keep one, or cannot ask who holds it.
 * - `broken`: anything else.
 */
export type PasskeyFailure = 'notDone' | 'known' | 'address' | 'unfit' | 'broken';

/** The only error of `showPasskey` and `makePasskey`. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly failure: PasskeyFailure;

  constructor(failure: PasskeyFailure, cause: unknown) {
    super(cause instanceof Error ? cause.message : failure, { cause });
    this.failure = failure;
  }
}

/** The names of the browser's errors; the package keeps them. */
const failures: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'notDone',
  // Another request for a passkey took the place of this one.
  AbortError: 'notDone',
  InvalidStateError: 'known',
  SecurityError: 'address',
  ConstraintError: 'unfit',
  NotSupportedError: 'unfit',
};

const passkeyError = (cause: unknown): PasskeyError =>
  new PasskeyError((cause instanceof Error ? failures[cause.name] : undefined) ?? 'broken', cause);

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Stops what the browser asks the person, when the page that began it goes. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** Asks the browser for a passkey, with the service's options. @throws PasskeyError */
export async function showPasskey(options: unknown): Promise<ShownPasskey> {
  // The package's type names what WebAuthn defines, which the service writes by the package's other half.
  const optionsJSON = passkeyOptions.parse(options) as unknown as PublicKeyCredentialRequestOptionsJSON;
  try {
    return shownPasskey.parse(await startAuthentication({ optionsJSON }));
  } catch (cause) {
    throw passkeyError(cause);
  }
}

/** Asks the browser to make a passkey, with the service's options. @throws PasskeyError */
export async function makePasskey(options: unknown): Promise<MadePasskey> {
  const optionsJSON = passkeyOptions.parse(options) as unknown as PublicKeyCredentialCreationOptionsJSON;
  try {
    return madePasskey.parse(await startRegistration({ optionsJSON }));
  } catch (cause) {
    throw passkeyError(cause);
  }
}
