import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Fingerprint, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { SignInText } from '@/ui/layout/sign-in-page';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useFormat } from '../i18n/use-format';
import { confirmPassword } from '../session/session-wire';
import { SignInLayout } from '../sign-in/sign-in-layout';
import { texts } from '../sign-in/texts';
import { useSecondFactorText } from './code-entry';
import { hasSecondFactor, ownSecurityQuery, usablePasskeys } from './own-security-query';
import { AddPasskeyDialog } from './passkey-dialogs';
import { PasskeyNote } from './passkey-note';
import { ownChallenge, usePasskey, usePasskeyText } from './use-passkey';
import { useSetUp } from './use-set-up';
import { Way } from './way';
import styles from './second-factor.module.css';

/**
 * Page in place of the application for who has not shown the second factor that their company asks for: they set one up,
 * work in another company, or sign out.
 */
export function SecondFactorFirst() {
  const { session, current } = useApp();
  useLazyTexts('sign-in', texts);
  const say = useSecondFactorText();
  const format = useFormat();
  const textOfError = useErrorText();
  const sayPasskey = usePasskeyText();
  const security = useQuery(ownSecurityQuery(current.client));
  const setUp = useSetUp(security.data);
  const [isAdding, setIsAdding] = useState(false);
  const passkey = usePasskey(
    'confirm',
    ownChallenge(current.client),
    (shown) => confirmPassword({ passkey: shown }),
    () => void session.refresh(),
  );
  const leaving = useMutation({
    mutationKey: ['session', 'leave'],
    mutationFn: async (membership: string | null) =>
      membership === null ? session.signOut() : session.switchTo(membership),
  });
  const { me } = current;
  const asked = me?.user?.second_factor;
  const others = (me?.memberships ?? []).filter(
    ({ acting_as: as }) => as !== undefined && as !== me?.acting_as,
  );
  const { data } = security;
  const hasPasskey = passkey.isKnown && data !== undefined && usablePasskeys(data.passkeys).length > 0;
  const hasOne = data !== undefined && hasSecondFactor(data);
  const canAdd = passkey.isKnown && data?.can_add_passkey === true;
  const error = leaving.error ?? security.error;
  return (
    <SignInLayout title={say(hasPasskey ? 'first.showTitle' : 'first.title')}>
      <SignInText>
        {say(hasPasskey ? 'first.showText' : 'first.text', {
          company: asked?.company ?? '',
          day: format.day(asked?.from),
        })}
      </SignInText>
      {error && <Banner kind="danger">{textOfError(error)}</Banner>}
      {setUp.failed && <Banner kind="danger">{setUp.failed}</Banner>}
      {passkey.failed && <Banner kind="danger">{passkey.failed}</Banner>}
      {data &&
        (hasPasskey ? (
          <Button kind="primary" size="lg" wide icon={Fingerprint} busy={passkey.busy} onClick={passkey.show}>
            {say('first.show')}
          </Button>
        ) : hasOne ? (
          <Banner kind="note">{say('first.has')}</Banner>
        ) : !canAdd && !data.can_set_up ? (
          <Banner kind="attention">{say('first.cannot')}</Banner>
        ) : (
          <>
            <SignInText>{say(canAdd ? 'first.either' : 'first.how')}</SignInText>
            {canAdd && (
              <Button kind="primary" size="lg" wide icon={Fingerprint} onClick={() => setIsAdding(true)}>
                {sayPasskey('add.title')}
              </Button>
            )}
            {data.can_set_up && (
              <Button
                kind={canAdd ? 'default' : 'primary'}
                size="lg"
                wide
                busy={setUp.isBeginning}
                busyLabel={say('setUp.beginning')}
                onClick={() => setUp.begin()}
              >
                {say('setUp.title')}
              </Button>
            )}
          </>
        ))}
      {hasPasskey && data.authenticator && <p className="muted">{say('first.orCode')}</p>}
      <PasskeyNote note={passkey.note} />
      <div className={styles.ways}>
        {others.map(({ id, acting_as: as = '', company }) => (
          <Way
            key={id}
            icon={ArrowLeftRight}
            text={say('first.switch', { company: company.name })}
            onClick={() => leaving.mutate(as)}
          />
        ))}
        <Way icon={LogOut} text={say('first.signOut')} onClick={() => leaving.mutate(null)} />
      </div>
      {setUp.dialog}
      {isAdding && data && <AddPasskeyDialog security={data} onClose={() => setIsAdding(false)} />}
    </SignInLayout>
  );
}
