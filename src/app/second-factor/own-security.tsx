import { useQuery } from '@tanstack/react-query';
import { Asterisk, Mail } from 'lucide-react';
import { useState } from 'react';
import type { OwnSecurity } from '@/contract/second-factor';
import { Button } from '@/ui/display/button';
import { ErrorState, SkeletonLines } from '@/ui/display/empty-state';
import { FormSection } from '@/ui/layout/form-section';
import { useErrorText } from '../shell/error-text';
import { useApp } from '../shell/app-context';
import { useText } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { RequestError } from '../data/request-error';
import { sendsMailQuery } from '../session/features';
import { OwnAddress } from '../session/own-address';
import { OwnPassword } from '../session/own-password';
import { SessionTable } from '../session/session-table';
import { CompaniesAsk } from './companies-ask';
import { useDayOf } from './day-of';
import { Line } from './line';
import { ownSecurityQuery } from './own-security-query';
import { ownSecurityTexts } from './own-security-texts';
import { PasskeyLines } from './passkey-lines';
import { RecentSignIns } from './recent-sign-ins';
import { SecondFactorLines } from './second-factor-lines';
import { useSetUp } from './use-set-up';
import styles from './own-security.module.css';

/** How a person signs in: password, passkeys and e-mail, the second factor, where they are signed in, and what was tried. */
export function OwnSecurityParts() {
  const { client, me } = useApp().current;
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const sayShared = useText();
  const textOfError = useErrorText();
  const query = useQuery(ownSecurityQuery(client));
  const sendsMail = useQuery(sendsMailQuery).data === true;
  const [changing, setChanging] = useState<'password' | 'address' | null>(null);
  const security = query.data;
  const isOfProvider = query.error instanceof RequestError && query.error.problem?.code === 'no_login';
  const setUp = useSetUp(security);
  const hasPasskeyLine = security && (security.can_add_passkey || security.passkeys.length > 0);
  const email = security?.email ?? me?.user?.email ?? '';
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll it
    <div className={styles.page} tabIndex={0} data-scroll>
      <div className={styles.main}>
        {isOfProvider ? (
          <FormSection id="with" title={say('with')} text={say('with.provider')}>
            <p>{say('provider.text', { company: me?.company.name ?? '' })}</p>
          </FormSection>
        ) : query.error && !security ? (
          <ErrorState
            title={say('notRead')}
            text={textOfError(query.error)}
            retry={sayShared('error.tryAgain')}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <FormSection
              id="with"
              title={say('with')}
              text={say(hasPasskeyLine ? 'with.either' : 'with.text')}
            >
              {security ? (
                <SignInLines
                  security={security}
                  onChange={setChanging}
                  canChangeEmail={sendsMail && security.password !== null}
                />
              ) : (
                <SkeletonLines lines={2} />
              )}
            </FormSection>
            <FormSection id="second" title={say('second')} text={say('second.text')}>
              {security ? (
                <SecondFactorLines security={security} setUp={setUp} />
              ) : (
                <SkeletonLines lines={2} />
              )}
            </FormSection>
          </>
        )}
        <FormSection
          id="now"
          title={say('now')}
          text={say('now.text', { minutes: security?.session.idle_minutes ?? 30 })}
        >
          <SessionTable path="session" endAll="end-others" isOwn />
        </FormSection>
      </div>
      <aside className={styles.side}>
        {security && <CompaniesAsk security={security} setUp={setUp} />}
        {!isOfProvider && (
          <RecentSignIns onNotYou={security?.password ? () => setChanging('password') : undefined} />
        )}
        {sendsMail && (
          <section aria-labelledby="told">
            <h2 id="told">{say('mail')}</h2>
            <p className="meta">{say('mail.text', { email })}</p>
          </section>
        )}
      </aside>
      {setUp.dialog}
      {changing === 'password' && <OwnPassword onClose={() => setChanging(null)} />}
      {changing === 'address' && <OwnAddress onClose={() => setChanging(null)} />}
    </div>
  );
}

/** E-mail, password and passkeys, each with the way to change it. */
function SignInLines(props: {
  security: OwnSecurity;
  canChangeEmail: boolean;
  onChange: (what: 'password' | 'address') => void;
}) {
  const { security, canChangeEmail, onChange } = props;
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const dayOf = useDayOf();
  const { email, password } = security;
  return (
    <div>
      <Line
        icon={Mail}
        name={say('email')}
        acts={
          canChangeEmail && (
            <Button aria-label={say('changeEmail')} onClick={() => onChange('address')}>
              {say('change')}
            </Button>
          )
        }
      >
        {email}
      </Line>
      <Line
        icon={Asterisk}
        name={say('password')}
        acts={
          password && (
            <Button aria-label={say('changePassword')} onClick={() => onChange('password')}>
              {say('change')}
            </Button>
          )
        }
      >
        {password === null ? (
          <span className="muted">{say('password.none')}</span>
        ) : password.changed_at === null ? (
          say('password.there')
        ) : (
          say('password.changed', { day: dayOf(password.changed_at) })
        )}
      </Line>
      <PasskeyLines security={security} />
    </div>
  );
}
