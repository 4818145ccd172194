import { useEffect } from 'react';
import type { Session, SessionState } from '../session/session';
import { SignIn } from './sign-in';
import { InvitationPage } from './invitation-page';
import { MovedPage } from './moved-page';
import { OwnSignIn } from './own-sign-in';

export { texts } from './texts';

/** The invitation that the page was opened with, and what to do when it is dealt with. */
export interface Invited {
  readonly token: string;
  readonly onDone: () => void;
}

/** What stands where nobody is signed in: the way in, a one-time link, or that another window has switched. */
export function SignInRoutes(props: { session: Session; state: SessionState; invited: Invited | null }) {
  const { session, state, invited } = props;
  // Signed in again in another window: this one goes on by itself where it was.
  useEffect(() => {
    if (state.status !== 'out' || !state.own) return undefined;
    const look = () => void session.find();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [session, state]);
  if (invited) return <InvitationPage session={session} {...invited} />;
  if (state.status === 'moved') return <MovedPage session={session} last={state.last} />;
  if (state.status !== 'out') return null;
  // Pages of our own service connect to nothing but it (`static.ts`): another address is no choice there.
  if (state.own === true) return <OwnSignIn session={session} expired={state.expired} />;
  return <SignIn session={session} expired={state.expired} />;
}
