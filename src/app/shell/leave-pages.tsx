import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { ErrorState } from '@/ui/display/empty-state';
import { useApp } from './app-context';
import { useErrorText } from './error-text';
import { useText } from '../i18n/i18n';

/** Page that signs out, here or in all sessions; the next sign-in begins at the start page. */
export function SignOutPage({ everywhere = false }: { everywhere?: boolean }) {
  const { session } = useApp();
  const navigate = useNavigate();
  if (!useIsFromMenu()) return <Navigate to="/" replace />;
  return (
    <RunOnce
      work={async () => {
        await session.signOut(everywhere);
        await navigate('/', { replace: true });
      }}
    />
  );
}

/** Page that signs out in all sessions. */
export function SignOutEverywherePage() {
  return <SignOutPage everywhere />;
}

/** Page that switches to another membership of the same person; its start page follows, or the page that was asked for. */
export function SwitchPage() {
  const { membership = '' } = useParams();
  const { session, current } = useApp();
  const isFromMenu = useIsFromMenu();
  const next = useNext();
  if (!isFromMenu || current.me?.acting_as === membership) return <Navigate to={next} replace />;
  return <RunOnce work={() => session.switchTo(membership)} />;
}

/** Returns the page of our own that follows the switch; it is in the state of the navigation, which no link can bring. */
function useNext(): string {
  const state: unknown = useLocation().state;
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : null;
  return typeof next === 'string' && /^\/[^/]/.test(next) ? next : '/';
}

function useIsFromMenu(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'asked' in state;
}

/** Runs `work` once when it is mounted; on failure shows the error and a retry button. */
function RunOnce({ work }: { work: () => Promise<void> }) {
  const say = useText();
  const textOfError = useErrorText();
  const hasStarted = useRef(false);
  const [error, setError] = useState<unknown>();
  // Held in the component: a mutation observer that was unsubscribed meanwhile is not notified.
  const { mutate: run } = useMutation({
    mutationKey: ['session', 'leave'],
    mutationFn: work,
    onMutate: () => setError(undefined),
    onError: (reason) => setError(reason),
  });
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    run();
  });
  if (error === undefined) return null;
  return (
    <ErrorState
      title={say('error.notDone')}
      text={textOfError(error)}
      retry={say('error.tryAgain')}
      onRetry={() => run()}
    />
  );
}
