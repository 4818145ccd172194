import { useEffect } from 'react';
import type { Session, SessionState } from '../session/session';
import { SignIn } from './sign-in';
import { InvitationPage } from './invitation-page';
import { MovedPage } from './moved-page';
import { OwnSignIn } from './own-sign-in';
import { RecipientPage } from './recipient-page';

export { texts } from './texts';

/** The one-time link that the page was opened with, and what to do once it is used. */
export interface InvitationLink {
  readonly token: string;
  readonly onDone: () => void;
}

/**
 * Page for users who are not signed in: the sign-in form, a one-time link, or the notice that another window
 * has switched.
 */
export function SignInRoutes(props: {
  session: Session;
  state: SessionState;
  invitation: InvitationLink | null;
}) {
  const { session, state, invitation } = props;
  // After a sign-in in another window this one continues where it was.
  useEffect(() => {
    if (state.status !== 'out' || !state.isOwn) return undefined;
    const restore = () => void session.restore();
    window.addEventListener('focus', restore);
    return () => window.removeEventListener('focus', restore);
  }, [session, state]);
  if (invitation?.token.startsWith('r.'))
    return <RecipientPage token={invitation.token.slice(2)} onDone={invitation.onDone} />;
  if (invitation) return <InvitationPage session={session} {...invitation} />;
  if (state.status === 'moved') return <MovedPage session={session} last={state.last} />;
  if (state.status !== 'out') return null;
  // Pages of our own service may connect to it only (`static.ts`), so they offer no other address.
  if (state.isOwn === true) return <OwnSignIn session={session} expired={state.expired} />;
  return <SignIn session={session} expired={state.expired} />;
}
