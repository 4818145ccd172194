import { useEffect } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Session, SessionState, SignedIn } from '../session/session';
import { SignIn } from './sign-in';
import { InvitationPage } from './invitation-page';
import { FirstCompanyPage } from './late-steps';
import { OwnSignIn } from './own-sign-in';
import { RecipientPage } from './recipient-page';
import { useErrorText } from '../shell/error-text';
import { fetchSession } from '../session/session-wire';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInText, SignInForm } from '@/ui/layout/sign-in-page';
import { SignInLayout, useSignInText } from './sign-in-layout';

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
  // Another link that is pasted over this one changes the fragment alone: the browser loads nothing by itself.
  const isLink = invitation !== null;
  useEffect(() => {
    if (!isLink) return undefined;
    const reload = () => location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, [isLink]);
  if (invitation?.token.startsWith('r.'))
    return <RecipientPage token={invitation.token.slice(2)} onDone={invitation.onDone} />;
  if (invitation?.token.startsWith('b.'))
    return (
      <FirstCompanyPage session={session} token={invitation.token.slice(2)} onDone={invitation.onDone} />
    );
  if (invitation) return <InvitationPage session={session} {...invitation} />;
  if (state.status === 'moved') return <MovedPage session={session} last={state.last} />;
  if (state.status !== 'out') return null;
  // Pages of our own service may connect to it only (`static.ts`), so they offer no other address.
  if (state.isOwn === true) return <OwnSignIn session={session} expired={state.expired} />;
  return <SignIn session={session} expired={state.expired} />;
}

/**
 * Page shown when another window of this browser has switched company: input of this window must not be sent
 * there.
 */
function MovedPage({ session, last }: { session: Session; last: SignedIn }) {
  const saySignIn = useSignInText();
  const textOfError = useErrorText();
  const currentSession = useQuery({
    queryKey: ['moved', last.identity],
    queryFn: async () => (await fetchSession()) ?? null,
  });
  const ownCompany = last.me?.company.name ?? '';
  const otherCompany = currentSession.data?.company.name ?? saySignIn('moved.other');
  const ownMembership = last.me?.user ? last.me.acting_as : undefined;
  const canStay =
    ownMembership !== undefined &&
    currentSession.data?.memberships.some(({ acting_as }) => acting_as === ownMembership);
  const moving = useMutation({
    mutationKey: ['session', 'move'],
    mutationFn: async (membership: string | null) =>
      membership === null ? session.follow() : session.switchTo(membership),
  });
  return (
    <SignInLayout title={saySignIn('moved.title')}>
      <SignInText>{saySignIn('moved.text', { here: ownCompany, there: otherCompany })}</SignInText>
      <SignInForm onSubmit={() => undefined}>
        {moving.error && <Banner kind="danger">{textOfError(moving.error)}</Banner>}
        {canStay && (
          <>
            <Button kind="primary" size="lg" wide onClick={() => moving.mutate(ownMembership)}>
              {saySignIn('moved.stay', { here: ownCompany })}
            </Button>
            <p className="meta">{saySignIn('moved.stayText')}</p>
          </>
        )}
        <Button size="lg" wide onClick={() => moving.mutate(null)}>
          {saySignIn('moved.follow', { there: otherCompany })}
        </Button>
      </SignInForm>
    </SignInLayout>
  );
}
