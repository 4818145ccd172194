import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../error-text';
import type { Session, SignedIn } from '../session';
import { findSession } from '../session-wire';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';
import { DoorText, SignInForm } from '../../ui/sign-in-page';
import { DoorPage, useDoorText } from './door-page';

/** Another window of this browser acts for another company by now: nothing of this one may go there. */
export function MovedPage({ session, last }: { session: Session; last: SignedIn }) {
  const door = useDoorText();
  const textOfError = useErrorText();
  const [failed, setFailed] = useState<string>();
  const now = useQuery({
    queryKey: ['moved', last.identity],
    queryFn: async () => (await findSession()) ?? null,
  });
  const here = last.me?.company.name ?? '';
  const there = now.data?.company.name ?? door('moved.other');
  const mine = last.me?.user ? last.me.acting_as : undefined;
  const canStay = mine !== undefined && now.data?.memberships.some(({ acting_as }) => acting_as === mine);
  const run = async (work: Promise<void>) => {
    setFailed(undefined);
    await work.catch((reason: unknown) => setFailed(textOfError(reason)));
  };
  return (
    <DoorPage title={door('moved.title')}>
      <DoorText>{door('moved.text', { here, there })}</DoorText>
      <SignInForm onSubmit={() => undefined}>
        {failed && <Banner kind="danger">{failed}</Banner>}
        {canStay && (
          <>
            <Button kind="primary" size="lg" wide onClick={() => void run(session.switchTo(mine))}>
              {door('moved.stay', { here })}
            </Button>
            <p className="meta">{door('moved.stayText')}</p>
          </>
        )}
        <Button size="lg" wide onClick={() => void run(session.follow())}>
          {door('moved.follow', { there })}
        </Button>
      </SignInForm>
    </DoorPage>
  );
}
