import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  newAuthenticator,
  type NewAuthenticator,
  type OwnSecurity,
  type Proof,
} from '@/contract/second-factor';
import { lazy } from '@/ui/state/lazy';
import type { Client } from '../data/client';
import { isGivenUp } from '../session/given-up';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useSecondFactorText } from './code-entry';
import { ProofDialog, useProof } from './proof-entry';

/** The picture for cameras is drawn by a package that nothing else needs. */
const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog')).SetUpDialog }));

/** The set-up of an authenticator app, which begins by a button and goes on in a dialog. */
export interface SetUp {
  /** Asks the service for a key, and the person for a proof where one is needed. */
  readonly begin: () => void;
  readonly isBeginning: boolean;
  /** Why no key was made. */
  readonly failed: string | undefined;
  readonly dialog: ReactNode;
}

/** Asks for a key; an authenticator that is on is not replaced without `proof`, nor is one set up beside a passkey. */
async function makeAuthenticator(
  client: Client,
  proof: Proof | Record<string, never> = {},
): Promise<NewAuthenticator> {
  const { text } = await client.post('session/authenticator', JSON.stringify(proof));
  return newAuthenticator.parse(JSON.parse(text));
}

/** Returns the set-up of an authenticator app; a page renders its `dialog`. */
export function useSetUp(security: OwnSecurity | undefined): SetUp {
  const { client } = useApp().current;
  const say = useSecondFactorText();
  const textOfError = useErrorText();
  const [isAsked, setIsAsked] = useState(false);
  const [begun, setBegun] = useState<{ made: NewAuthenticator; isMoving: boolean }>();
  const making = useMutation({
    mutationKey: ['session', 'authenticator-begin'],
    // The key does not stay in the mutation cache.
    gcTime: 0,
    mutationFn: () => makeAuthenticator(client),
    onSuccess: (made) => setBegun({ made, isMoving: false }),
  });
  const { error } = making;
  return {
    begin() {
      if (security?.is_guarded) setIsAsked(true);
      else making.mutate();
    },
    isBeginning: making.isPending,
    failed: error && !isGivenUp(error) ? `${say('setUp.failed')} ${textOfError(error)}` : undefined,
    dialog: begun ? (
      <SetUpDialog authenticator={begun.made} isMoving={begun.isMoving} onClose={() => setBegun(undefined)} />
    ) : (
      isAsked &&
      security && (
        <BeginDialog
          security={security}
          onMade={(made) => setBegun({ made, isMoving: security.authenticator !== null })}
          onClose={() => setIsAsked(false)}
        />
      )
    ),
  };
}

/** Dialog that begins to set an authenticator up for who has to prove who they are: another phone, or the first one beside a passkey. */
function BeginDialog(props: {
  security: OwnSecurity;
  onMade: (made: NewAuthenticator) => void;
  onClose: () => void;
}) {
  const { security, onMade, onClose } = props;
  const { client } = useApp().current;
  const say = useSecondFactorText();
  const proof = useProof(
    security,
    'authenticator-begin',
    (given) => makeAuthenticator(client, given),
    (made) => {
      onClose();
      onMade(made);
    },
  );
  const isMoving = security.authenticator !== null;
  return (
    <ProofDialog
      proof={proof}
      title={say(isMoving ? 'move.title' : 'setUp.title')}
      action={say('move.do')}
      doing={say('setUp.beginning')}
      kind="primary"
      onClose={onClose}
    >
      {isMoving && <p>{say('move.text')}</p>}
    </ProofDialog>
  );
}
