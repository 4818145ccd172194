import { useMutation, useQuery } from '@tanstack/react-query';
import { useErrorText } from '../shell/error-text';
import type { Session, SignedIn } from '../session/session';
import { findSession } from '../session/session-wire';
import { Banner } from '../../ui/display/banner';
import { Button } from '../../ui/display/button';
import { SignInText, SignInForm } from '../../ui/layout/sign-in-page';
import { SignInLayout, useSignInText } from './sign-in-layout';

/**
 * Page shown when another window of this browser has switched company: input of this window must not be sent
 * there.
 */
export function MovedPage({ session, last }: { session: Session; last: SignedIn }) {
  const door = useSignInText();
  const textOfError = useErrorText();
  const now = useQuery({
    queryKey: ['moved', last.identity],
    queryFn: async () => (await findSession()) ?? null,
  });
  const here = last.me?.company.name ?? '';
  const there = now.data?.company.name ?? door('moved.other');
  const mine = last.me?.user ? last.me.acting_as : undefined;
  const canStay = mine !== undefined && now.data?.memberships.some(({ acting_as }) => acting_as === mine);
  const moving = useMutation({
    mutationKey: ['session', 'move'],
    mutationFn: async (membership: string | null) =>
      membership === null ? session.follow() : session.switchTo(membership),
  });
  return (
    <SignInLayout title={door('moved.title')}>
      <SignInText>{door('moved.text', { here, there })}</SignInText>
      <SignInForm onSubmit={() => undefined}>
        {moving.error && <Banner kind="danger">{textOfError(moving.error)}</Banner>}
        {canStay && (
          <>
            <Button kind="primary" size="lg" wide onClick={() => moving.mutate(mine)}>
              {door('moved.stay', { here })}
            </Button>
            <p className="meta">{door('moved.stayText')}</p>
          </>
        )}
        <Button size="lg" wide onClick={() => moving.mutate(null)}>
          {door('moved.follow', { there })}
        </Button>
      </SignInForm>
    </SignInLayout>
  );
}
