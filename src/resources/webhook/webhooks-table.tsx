import type { WebhookStanding } from '@/contract/webhooks';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { noValue } from '@/app/i18n/format';
import { Link } from '@/ui/layout/link';
import { usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import type { KnownWebhook } from './queries';
import { StateMark, WaitingLine } from './state';
import { useKindWords, useOutcomeWords } from './words';
import styles from './webhooks-page.module.css';

/** The address without what all have. */
const shortUrl = (url: string): string => url.replace(/^https:\/\//, '').replace(/\/$/, '');

interface Listed {
  webhooks: readonly KnownWebhook[];
  /** The one that is open beside the table. */
  opened: string | null;
  hrefOf: (id: string) => string;
}

/** The webhooks: where each is, what it is told of, how it last answered, and its state. On a phone rows of two lines. */
export function WebhooksTable(props: Listed) {
  const isPhone = usePhone();
  return isPhone ? <PhoneRows {...props} /> : <Table {...props} />;
}

function Table({ webhooks, opened, hrefOf }: Listed) {
  const say = useTextOf('webhook');
  const words = useKindWords();
  return (
    <table className={styles.table} aria-label={say('title')}>
      <thead>
        <tr>
          <th scope="col">{say('column.webhook')}</th>
          <th scope="col" className={styles.events}>
            {say('column.events')}
          </th>
          <th scope="col" className={styles.last}>
            {say('column.last')}
          </th>
          <th scope="col" className={styles.state}>
            {say('column.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {webhooks.map(({ id, name, url, kinds, standing }) => {
          const summary = words.summary(kinds);
          return (
            <tr
              key={id}
              className={cx(id === opened && styles.open, standing?.state === 'off' && styles.isOff)}
            >
              <td>
                <Link href={hrefOf(id)} aria-current={id === opened || undefined} className={styles.name}>
                  {name}
                </Link>
                <small title={url}>{shortUrl(url) || noValue}</small>
              </td>
              <td className={styles.events}>
                <span title={summary}>{summary || noValue}</span>
                <small>{say('kindCount', { count: kinds.length })}</small>
              </td>
              <td className={styles.last}>{standing && <Last standing={standing} />}</td>
              <td className={styles.state}>
                {standing && (
                  <>
                    <StateMark state={standing.state} />
                    <WaitingLine standing={standing} />
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Last({ standing: { last } }: { standing: WebhookStanding }) {
  const say = useTextOf('webhook');
  const format = useFormat();
  const { timed } = useOutcomeWords();
  if (!last) return <span className="muted">{say('never')}</span>;
  return (
    <>
      <span>{format.moment(last.at)}</span>
      <small>{timed(last)}</small>
    </>
  );
}

function PhoneRows({ webhooks, opened, hrefOf }: Listed) {
  const say = useTextOf('webhook');
  const format = useFormat();
  const { timed } = useOutcomeWords();
  return (
    <ul className={styles.rows} aria-label={say('title')}>
      {webhooks.map(({ id, name, url, standing }) => (
        <li key={id} className={cx(standing?.state === 'off' && styles.isOff)}>
          <Link href={hrefOf(id)} aria-current={id === opened || undefined}>
            <span className={styles.line}>
              <b>{name}</b>
              {standing && <StateMark state={standing.state} />}
            </span>
            <small>{shortUrl(url) || noValue}</small>
            <span className={styles.line}>
              <small>
                {standing?.last
                  ? `${format.moment(standing.last.at)} · ${timed(standing.last)}`
                  : say('never')}
              </small>
              {standing && <WaitingLine standing={standing} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
