import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { ownSignIns, type OwnSignIn } from '@/contract/second-factor';
import { SkeletonLines } from '@/ui/display/empty-state';
import { Icon } from '@/ui/display/icon';
import { Modal } from '@/ui/overlays/modal';
import { useLazyTexts } from '../i18n/lazy-texts';
import { useFormat } from '../i18n/use-format';
import { browserName } from '../session/browser-name';
import { useWayIn } from '../session/way-in';
import { useApp } from '../shell/app-context';
import { useErrorText } from '../shell/error-text';
import { ownSecurityTexts } from './own-security-texts';
import styles from './own-security.module.css';

/** How many are shown beside the page. */
const few = 6;
/** Days for which sign-ins are kept. */
const keptDays = 90;

/** The latest sign-ins of the person and what was refused, with all of 90 days in a dialog. */
export function RecentSignIns({ onNotYou }: { onNotYou: (() => void) | undefined }) {
  const { client } = useApp().current;
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const textOfError = useErrorText();
  const [isAll, setIsAll] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['session', 'sign-ins'],
    queryFn: async ({ signal }) =>
      ownSignIns.parse(await client.json('/api/secure/session/sign-ins', signal)),
  });
  return (
    <section aria-labelledby="recent">
      <div className={styles.head}>
        <h2 id="recent">{say('recent')}</h2>
        {data && data.length > few && (
          <button type="button" className="link" onClick={() => setIsAll(true)}>
            {say('recent.all', { days: keptDays })}
          </button>
        )}
      </div>
      {error && !data ? (
        <p className="meta">
          {say('recent.notRead')}. {textOfError(error)}
        </p>
      ) : data === undefined ? (
        <SkeletonLines lines={few} />
      ) : data.length === 0 ? (
        <p className="meta">{say('recent.none')}</p>
      ) : (
        <SignIns signIns={data.slice(0, few)} onNotYou={onNotYou} />
      )}
      {isAll && data && (
        <Modal opened title={say('recent')} onClose={() => setIsAll(false)}>
          <SignIns signIns={data} />
        </Modal>
      )}
    </section>
  );
}

function SignIns(props: { signIns: readonly OwnSignIn[]; onNotYou?: (() => void) | undefined }) {
  const { signIns, onNotYou } = props;
  const say = useLazyTexts('own-security', ownSecurityTexts);
  const format = useFormat();
  const nameOfWay = useWayIn();
  return (
    <ul className={styles.signIns}>
      {signIns.map(({ at, refused, way, second, address, user_agent: agent }) => (
        <li key={`${at} ${refused ?? ''} ${agent}`}>
          <time dateTime={at} title={format.momentLong(at)}>
            {format.moment(at)}
          </time>
          <div title={agent}>
            {refused === null ? (
              <span className="ink">
                {[nameOfWay(way ?? '', second), browserName(agent)].filter(Boolean).join(', ')}
              </span>
            ) : (
              <span className={styles.refused}>
                <Icon as={CircleAlert} size="s" className="bad" />
                {say(`recent.${refused}`)}
              </span>
            )}
            <p className="meta">
              {address ?? say('recent.nowhere')}
              {refused !== null && browserName(agent) && `, ${browserName(agent)}`}
            </p>
            {refused !== null && onNotYou && (
              <button type="button" className={`link ${styles.notYou}`} onClick={onNotYou}>
                {say('recent.notYou')}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
