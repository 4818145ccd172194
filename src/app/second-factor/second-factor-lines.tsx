import { useMutation } from '@tanstack/react-query';
import { Laptop, ListChecks, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { recoveryCodes, type OwnSecurity } from '@/contract/second-factor';
import { State, Tag } from '@/ui/display/badge';
import { Banner } from '@/ui/display/banner';
import { Button } from '@/ui/display/button';
import { toast } from '@/ui/overlays/toast-store';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useFormat } from '../i18n/use-format';
import { browserName } from '../session/browser-name';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { RenewCodesDialog, TurnOffDialog } from './code-dialogs';
import { useSecondFactorText } from './code-entry';
import { useDayOf } from './day-of';
import { Line } from './line';
import { ownSecurityTexts } from './own-security-texts';
import type { SetUp } from './use-set-up';
import styles from './own-security.module.css';

type Remembered = OwnSecurity['remembered'][number];

/** The authenticator, the recovery codes, and the browsers that are asked for no code. */
export function SecondFactorLines({ security, setUp }: { security: OwnSecurity; setUp: SetUp }) {
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const sayFactor = useSecondFactorText();
  const format = useFormat();
  const dayOf = useDayOf();
  const [opened, setOpened] = useState<'off' | 'renew' | null>(null);
  const close = () => setOpened(null);
  const { authenticator, recovery_codes: codes, can_set_up: canSetUp, remembered } = security;
  const [asked] = security.asked;
  return (
    <div>
      {setUp.failed && <Banner kind="danger">{setUp.failed}</Banner>}
      <Line
        icon={Smartphone}
        name={say('app')}
        acts={
          authenticator ? (
            <>
              <button type="button" className="link" onClick={() => setOpened('off')}>
                {say('turnOff')}
              </button>
              {canSetUp && <Button onClick={setUp.begin}>{say('move')}</Button>}
            </>
          ) : (
            canSetUp && (
              <Button busy={setUp.isBeginning} onClick={setUp.begin}>
                {say('setUp')}
              </Button>
            )
          )
        }
      >
        {authenticator ? (
          <State color="ok">{say('app.on', { day: dayOf(authenticator.since) })}</State>
        ) : (
          <span className="muted">{say(canSetUp ? 'app.off' : 'app.cannot')}</span>
        )}
      </Line>
      <Line
        icon={ListChecks}
        name={say('codes')}
        acts={codes && <Button onClick={() => setOpened('renew')}>{say('renew')}</Button>}
      >
        {codes ? (
          <span className={styles.codes}>
            <span className={codes.left < 3 ? 'risk' : undefined}>
              {say('codes.left', { left: codes.left, all: recoveryCodes })}
            </span>
            <span className={styles.meter} aria-hidden="true">
              {Array.from({ length: recoveryCodes }, (_, at) => (
                <i key={at} data-left={at < codes.left || undefined} />
              ))}
            </span>
            {codes.last_used_at !== null && (
              <span className="muted">{say('codes.used', { day: dayOf(codes.last_used_at) })}</span>
            )}
          </span>
        ) : (
          <span className="muted">{say('codes.none')}</span>
        )}
      </Line>
      {remembered.length > 0 && (
        <ul aria-label={say('remembered')}>
          {remembered.map((browser, at) => (
            <RememberedBrowser key={browser.id} browser={browser} isFirst={at === 0} />
          ))}
        </ul>
      )}
      {opened === 'off' && (
        <TurnOffDialog
          security={security}
          onClose={close}
          notice={
            // A passkey counts as one.
            asked &&
            security.passkeys.length === 0 && (
              <Banner kind="attention">
                {sayFactor('off.asked', { company: asked.company, day: format.day(asked.from) })}
              </Banner>
            )
          }
        />
      )}
      {opened === 'renew' && <RenewCodesDialog security={security} onClose={close} />}
    </div>
  );
}

/** A browser that is asked for no code, until it is forgotten. */
function RememberedBrowser({ browser, isFirst }: { browser: Remembered; isFirst: boolean }) {
  const { client } = useApp().current;
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const format = useFormat();
  const textOfError = useErrorText();
  const name = browserName(browser.user_agent) ?? say('remembered.unknown');
  const forgetting = useMutation({
    mutationKey: ['session', 'forget'],
    mutationFn: () => client.post(`session/remembered/${encodeURIComponent(browser.id)}/forget`, ''),
    onSuccess: () => toast.saved({ title: say('forgotten') }),
  });
  return (
    <li>
      <Line
        {...(isFirst && { icon: Laptop })}
        name={isFirst && say('remembered')}
        acts={
          <button
            type="button"
            className="link"
            aria-label={say('forgetOf', { browser: name })}
            disabled={forgetting.isPending}
            onClick={() => forgetting.mutate()}
          >
            {say('forget')}
          </button>
        }
      >
        <span title={browser.user_agent}>{name}</span>{' '}
        {browser.current && <Tag>{say('remembered.current')}</Tag>}{' '}
        <span className="muted">{say('remembered.until', { when: format.moment(browser.until) })}</span>
        {forgetting.error && (
          <span className="bad" role="alert">
            {' '}
            {say('forget.failed')} {textOfError(forgetting.error)}
          </span>
        )}
      </Line>
    </li>
  );
}
