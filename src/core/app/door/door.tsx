import { useEffect, useState } from 'react';
import type { Session, SessionState } from '../session';
import { SignIn } from '../sign-in';
import { useDoorText } from './door-page';
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
export function Door(props: { session: Session; state: SessionState; invited: Invited | null }) {
  const { session, state, invited } = props;
  const [elsewhere, setElsewhere] = useState(false);
  const door = useDoorText();
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
  if (state.own !== true || elsewhere) {
    const back = { label: door('here'), onClick: () => setElsewhere(false) };
    return <SignIn session={session} expired={state.expired} back={state.own === true ? back : undefined} />;
  }
  return <OwnSignIn session={session} expired={state.expired} onElsewhere={() => setElsewhere(true)} />;
}
