import { useQuery } from '@tanstack/react-query';
import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { cx } from '@/ui/style/cx';
import { usePercentText } from '../../report/percent-text';
import { marginQuery, type MarginAsked } from './margin-query';
import { MarginTable } from './margin-table';
import { marginTexts } from './margin-texts';
import compareStyles from '../compare/compare.module.css';
import styles from '../screen/month.module.css';

/** The margin of a month by location and by department, with the part of net sales whose cost is known. */
export function MarginPart({ asked }: { asked: MarginAsked }) {
  const say = usePageText('businessday/month/margin', marginTexts);
  const { client } = useApp().current;
  const percentText = usePercentText();
  const { locale } = useFormat();
  const { data, isError, refetch } = useQuery(marginQuery(client, asked));
  const known = data?.all.known_percent ?? null;
  const isKnown = data !== undefined && Number(data.all.known_net) !== 0;
  const [one] = data?.locations ?? [];
  return (
    <section className={styles.block} aria-label={say('margin')}>
      <h2>
        {say('margin')}
        <span className="meta">{say('what')}</span>
      </h2>
      {!data && !isError && (
        <div className={compareStyles.waits}>
          <SkeletonLines lines={5} />
        </div>
      )}
      {isError && (
        <p>
          {say('notRead')}{' '}
          <Button size="xs" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </p>
      )}
      {data && !isKnown && <p className="muted">{say('unknown')}</p>}
      {data && isKnown && (
        <>
          <MarginTable
            label={say('margin')}
            head={say('location')}
            rows={data.locations.map(({ id, ...row }) => ({ key: id, ...row }))}
            all={one && data.locations.length > 1 ? data.all : null}
          />
          <p className={cx('meta', compareStyles.note)}>
            {say('share', { percent: known === null ? noValue : percentText(known) })}
          </p>
          <details className={compareStyles.days}>
            <summary>{say('byDepartment')}</summary>
            <MarginTable
              label={say('byDepartment')}
              head={say('department')}
              rows={data.departments
                .map(({ dpt_id, name, ...row }) => ({
                  ...row,
                  key: `${dpt_id} ${name}`,
                  name: name ?? say('unnamed'),
                }))
                .toSorted((a, b) => Number(b.net) - Number(a.net) || a.name.localeCompare(b.name, locale))}
              all={data.all}
            />
          </details>
        </>
      )}
    </section>
  );
}
