import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnSecurity, Proof } from '@/contract/second-factor';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInForm } from '@/ui/layout/sign-in-page';
import { Modal } from '@/ui/overlays/modal';
import { useApp } from '../shell/app-context';
import { CodeEntry, useCodeEntry, useSecondFactorText, type CodeEntryState } from './code-entry';
import { usablePasskeys } from './own-security-query';
import { PasskeyNote } from './passkey-note';
import { ownChallenge, usePasskey, usePasskeyText, usePasskeyWords, type PasskeyState } from './use-passkey';
import styles from './second-factor.module.css';

/** What a person shows before their ways to sign in are changed: a code, a passkey, or nothing where they have neither. */
export interface ProofState {
  readonly entry: CodeEntryState;
  readonly passkey: PasskeyState;
  readonly hasCode: boolean;
  readonly hasPasskey: boolean;
  readonly isGuarded: boolean;
  /** What went wrong, unless it is said at the code: for a banner. */
  readonly failed: string | undefined;
  readonly busy: boolean;
  /** Sends the code, or asks for the passkey where there is no code, or goes on without a proof. */
  readonly submit: () => void;
}

/**
 * State of a proof, for `ProofFields`: `send` sends it, `onDone` gets the answer.
 *
 * @param action names the mutation, as of `useCodeEntry`
 */
export function useProof<Answer>(
  security: OwnSecurity,
  action: string,
  send: (proof: Proof | Record<string, never>) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): ProofState {
  const { client } = useApp().current;
  const words = usePasskeyWords();
  const entry = useCodeEntry(action, (code) => send({ code }), onDone);
  const passkey = usePasskey(action, ownChallenge(client), (shown) => send({ passkey: shown }), onDone);
  const unproved = useMutation({
    mutationKey: ['session', action],
    gcTime: 0,
    mutationFn: () => send({}),
    onSuccess: onDone,
  });
  const { authenticator, passkeys, is_guarded: isGuarded } = security;
  const hasCode = isGuarded && authenticator !== null;
  const hasPasskey = isGuarded && passkey.isKnown && usablePasskeys(passkeys).length > 0;
  const busy = entry.busy || passkey.busy || unproved.isPending;
  return {
    // The one that is used last says what went wrong.
    entry: {
      ...entry,
      change(code) {
        passkey.clear();
        entry.change(code);
      },
      submit(code) {
        passkey.clear();
        if (!busy) entry.submit(code);
      },
    },
    passkey: {
      ...passkey,
      show() {
        entry.change(entry.code);
        if (!busy) passkey.show();
      },
    },
    hasCode,
    hasPasskey,
    isGuarded,
    failed: entry.failed ?? passkey.failed ?? words(unproved.error).failed,
    busy,
    submit() {
      if (busy) return;
      if (!isGuarded) unproved.mutate();
      else if (hasCode) entry.submit();
      else if (hasPasskey) passkey.show();
    },
  };
}

/** Fields of a proof: the code with the other ways below it, or a sentence where there is no code to type. */
export function ProofFields({ proof }: { proof: ProofState }) {
  const { entry, passkey, hasCode, hasPasskey, isGuarded } = proof;
  const say = useSecondFactorText();
  const sayPasskey = usePasskeyText();
  return (
    <>
      {proof.failed && <Banner kind="danger">{proof.failed}</Banner>}
      {hasCode ? (
        <>
          <CodeEntry entry={entry} />
          <div className={styles.others}>
            <button type="button" className="link" onClick={() => entry.choose(!entry.isRecovery)}>
              {say(entry.isRecovery ? 'code.useApp' : 'code.useRecovery')}
            </button>
            {hasPasskey && (
              <button type="button" className="link" onClick={passkey.show}>
                {sayPasskey('use')}
              </button>
            )}
          </div>
        </>
      ) : hasPasskey ? (
        <p className="muted">{sayPasskey('proof.passkey')}</p>
      ) : (
        isGuarded && <Banner kind="attention">{sayPasskey('proof.none')}</Banner>
      )}
      <PasskeyNote note={passkey.note} />
    </>
  );
}

/** Dialog that asks for a proof before something is done. */
export function ProofDialog(props: {
  proof: ProofState;
  title: string;
  action: string;
  doing: string;
  kind: 'primary' | 'danger';
  onClose: () => void;
  children: ReactNode;
}) {
  const { proof, title, action, doing, kind, onClose, children } = props;
  const say = useSecondFactorText();
  return (
    <Modal
      opened
      asksForInput={proof.hasCode}
      onClose={onClose}
      title={title}
      width={440}
      dismissible={!proof.busy}
      footer={
        <>
          <span className="grow" />
          <Button size="md" onClick={onClose}>
            {say('setUp.cancel')}
          </Button>
          {(proof.hasCode || proof.hasPasskey || !proof.isGuarded) && (
            <Button kind={kind} size="md" busy={proof.busy} busyLabel={doing} onClick={proof.submit}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <SignInForm onSubmit={proof.submit}>
        {children}
        <ProofFields proof={proof} />
      </SignInForm>
    </Modal>
  );
}
