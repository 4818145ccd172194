import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mostPasskeys, type ShownPasskey } from '@/contract/passkeys';
import type { Client } from '../data/client';
import { RequestError } from '../data/request-error';
import { useLazyTexts } from '../i18n/lazy-texts';
import { isGivenUp } from '../session/given-up';
import type { Session } from '../session/session';
import { request } from '../session/session-wire';
import { useErrorText } from '../shell/error-text';
import { knowsPasskeys, PasskeyError, showPasskey, stopAsking } from './passkey';
import { passkeyTexts } from './passkey-texts';

/** Returns the texts about passkeys. */
export const usePasskeyText = () => useLazyTexts('passkey', passkeyTexts);

/** What is said of a failure: `failed` in a banner, `note` quietly, since the person may have meant it. */
interface PasskeyWords {
  readonly failed?: string;
  readonly note?: string;
}

/** What the service refuses, as a text says it. */
const refusals: Readonly<Record<string, 'wrong' | 'known' | 'ended' | 'none' | 'notHere' | 'full'>> = {
  wrong_passkey: 'wrong',
  wrong_credentials: 'wrong',
  passkey_known: 'known',
  sign_in_ended: 'ended',
  no_passkey: 'none',
  no_passkeys: 'notHere',
  too_many_passkeys: 'full',
};

/** Returns what words the failure of showing a passkey, or of making one. */
export function usePasskeyWords(isMade = false): (error: unknown) => PasskeyWords {
  const say = usePasskeyText();
  const textOfError = useErrorText();
  return (error) => {
    if (error === null || isGivenUp(error)) return {};
    if (error instanceof PasskeyError)
      return error.failure === 'notDone'
        ? { note: say(isMade ? 'notMade' : 'notShown') }
        : { failed: say(error.failure, { host: location.host }) };
    const { problem, status } = error instanceof RequestError ? error : {};
    if (status === 429) return { failed: say('tooMany') };
    const code = problem?.errors?.[0]?.code ?? problem?.code ?? '';
    const refusal = refusals[code] ?? refusals[problem?.code ?? ''];
    if (isMade && refusal === 'wrong') return { failed: say('notChecked') };
    return { failed: refusal ? say(refusal, { count: mostPasskeys }) : textOfError(error) };
  };
}

/** A passkey that is asked for, and what came of it. */
export interface PasskeyState extends PasskeyWords {
  /** Whether this browser knows passkeys. */
  readonly isKnown: boolean;
  readonly busy: boolean;
  readonly show: () => void;
  /** Takes what went wrong away. */
  readonly clear: () => void;
}

/**
 * State of a passkey that a person shows: `ask` fetches the service's options, `send` sends what the browser answered, `onDone`
 * gets the answer.
 *
 * @param action names the mutation, `[session, action]`, after which what the session's pages show is read again
 */
export function usePasskey<Answer>(
  action: string,
  ask: () => Promise<unknown>,
  send: (passkey: ShownPasskey) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): PasskeyState {
  const words = usePasskeyWords();
  const showing = useMutation({
    mutationKey: ['session', action],
    // Credentials do not stay in the mutation cache.
    gcTime: 0,
    mutationFn: async () => send(await showPasskey(await ask())),
    onSuccess: onDone,
  });
  useEffect(() => stopAsking, []);
  return {
    ...words(showing.error),
    isKnown: knowsPasskeys(),
    busy: showing.isPending,
    show() {
      if (!showing.isPending) showing.mutate();
    },
    clear() {
      if (showing.error) showing.reset();
    },
  };
}

/** State of a passkey with which a person signs in. A sign-in whose password was right is left by it. */
export const useSignInPasskey = (session: Session): PasskeyState =>
  usePasskey(
    'begin',
    () => request('POST', '/api/session/passkey'),
    (passkey) => session.begin({ passkey }),
    () => undefined,
  );

/** Fetches the options to show one of the person's own passkeys in their session. */
export const ownChallenge = (client: Client) => async (): Promise<unknown> =>
  JSON.parse((await client.post('session/passkeys/challenge', '')).text);
