import { useEffect } from 'react';
import type { Session, SessionState } from '../session/session';
import { SignIn } from './sign-in';
import { InvitationPage } from './invitation-page';
import { MovedPage } from './moved-page';
import { OwnSignIn } from './own-sign-in';

export { texts } from './texts';

/** The one-time link that the page was opened with, and what to do once it is used. */
export interface Invited {
  readonly token: string;
  readonly onDone: () => void;
}

/**
 * Page for users who are not signed in: the sign-in form, a one-time link, or the notice that another window
 * has switched.
 */
export function SignInRoutes(props: { session: Session; state: SessionState; invited: Invited | null }) {
  const { session, state, invited } = props;
  // After a sign-in in another window this one continues where it was.
  useEffect(() => {
    if (state.status !== 'out' || !state.own) return undefined;
    const look = () => void session.find();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [session, state]);
  if (invited) return <InvitationPage session={session} {...invited} />;
  if (state.status === 'moved') return <MovedPage session={session} last={state.last} />;
  if (state.status !== 'out') return null;
  // Pages of our own service may connect to it only (`static.ts`), so they offer no other address.
  if (state.own === true) return <OwnSignIn session={session} expired={state.expired} />;
  return <SignIn session={session} expired={state.expired} />;
}
