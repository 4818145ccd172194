import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { ErrorState } from '../../ui/display/empty-state';
import { useApp } from './app-context';
import { useErrorText } from './error-text';
import { useText } from '../i18n/i18n';

/**
 * Signing out and changing the company are places that one goes to: so a form that is not saved asks before
 * it is left, as it does for any other.
 */
export const leavePaths = { here: '/sign-out', everywhere: '/sign-out/everywhere' } as const;

/** What the menus give along: a link from elsewhere neither signs out nor changes the company. */
export const asked = { state: { asked: true } } as const;

/** The place that changes to another membership, named with its tenant (`acting_as`). */
export const switchPath = (membership: string): string => `/switch/${encodeURIComponent(membership)}`;

/** Signs out, here or everywhere; the next sign-in begins at the start. */
export function SignOutPage({ everywhere = false }: { everywhere?: boolean }) {
  const { session } = useApp();
  const navigate = useNavigate();
  if (!useIsAsked()) return <Navigate to="/" replace />;
  return (
    <Doing
      work={async () => {
        await session.signOut(everywhere);
        await navigate('/', { replace: true });
      }}
    />
  );
}

/** Changes to another membership of the same person, and begins there. */
export function SwitchPage() {
  const { membership = '' } = useParams();
  const { session, current } = useApp();
  const isAsked = useIsAsked();
  if (!isAsked || current.me?.acting_as === membership) return <Navigate to="/" replace />;
  return <Doing work={() => session.switchTo(membership)} />;
}

function useIsAsked(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'asked' in state;
}

/** Does something once, when it is opened; says so where it fails, and offers to try again. */
function Doing({ work }: { work: () => Promise<void> }) {
  const say = useText();
  const textOfError = useErrorText();
  const begun = useRef(false);
  const [failed, setFailed] = useState<unknown>();
  // The error is the component's own state: an observer that was unsubscribed meanwhile would not hear of it.
  const { mutate: run } = useMutation({
    mutationKey: ['session', 'leave'],
    mutationFn: work,
    onMutate: () => setFailed(undefined),
    onError: (error) => setFailed(error),
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    run();
  });
  if (failed === undefined) return null;
  return (
    <ErrorState
      title={say('error.notDone')}
      text={textOfError(failed)}
      retry={say('error.tryAgain')}
      onRetry={() => run()}
    />
  );
}
