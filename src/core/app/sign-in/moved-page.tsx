import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorText } from '../shell/error-text';
import type { Session, SignedIn } from '../session/session';
import { fetchSession } from '../session/session-wire';
import { Banner } from '../../ui/display/banner';
import { Button } from '../../ui/display/button';
import { SignInText, SignInForm } from '../../ui/layout/sign-in-page';
import { SignInLayout, useSignInText } from './sign-in-layout';

/**
 * Page shown when another window of this browser has switched company: input of this window must not be sent
 * there.
 */
export function MovedPage({ session, last }: { session: Session; last: SignedIn }) {
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
