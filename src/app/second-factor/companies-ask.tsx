import { use } from 'react';
import { Building2, Check } from 'lucide-react';
import type { OwnSecurity } from '@/contract/second-factor';
import { daysBetween } from '@/record/calendar';
import { Dot } from '@/ui/display/badge';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { TodayContext } from '@/ui/display/ui-strings';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useFormat } from '../i18n/use-format';
import { hasSecondFactor } from './own-security-query';
import { ownSecurityTexts } from './own-security-texts';
import type { SetUp } from './use-set-up';
import styles from './own-security.module.css';

/** What each company asks of the person besides the password, and whether they have it. */
export function CompaniesAsk({ security, setUp }: { security: OwnSecurity; setUp: SetUp }) {
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const format = useFormat();
  const today = use(TodayContext)();
  const { asked, by_provider: byProvider, can_set_up: canSetUp } = security;
  const hasOne = hasSecondFactor(security);
  return (
    <section aria-labelledby="asked">
      <h2 id="asked">{say('asked')}</h2>
      {asked.length + byProvider.length === 0 && <p className="meta">{say('asked.none')}</p>}
      <ul className={styles.asked}>
        {asked.map(({ company, from, is_due: isDue }) => (
          <li key={company}>
            {hasOne ? (
              <>
                <Icon as={Check} className="ok" />
                <div>
                  <b className="ink">{say('asked.has', { company })}</b>
                  <p className="meta">{say('asked.hasText', { day: format.day(from) })}</p>
                </div>
              </>
            ) : (
              <>
                <Dot color="attention" />
                <div>
                  <b className="risk">{say('asked.by', { day: format.day(from) })}</b>
                  <p className="meta">
                    {isDue
                      ? say('asked.due', { company, day: format.day(from) })
                      : say('asked.byText', { company, count: daysBetween(today, from) })}
                  </p>
                </div>
              </>
            )}
          </li>
        ))}
        {byProvider.map(({ company, provider }) => (
          <li key={`${company} ${provider}`}>
            <Icon as={Building2} className="muted" />
            <div>
              <b className="ink">{say('asked.provider', { company, provider })}</b>
              <p className="meta">{say('asked.providerText')}</p>
            </div>
          </li>
        ))}
      </ul>
      {asked.length > 0 && !hasOne && canSetUp && (
        <Button
          kind="primary"
          size="md"
          className={styles.do}
          busy={setUp.isBeginning}
          onClick={() => setUp.begin()}
        >
          {say('asked.do')}
        </Button>
      )}
    </section>
  );
}
