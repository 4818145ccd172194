import { acts, allows } from '@/contract/role';
import { Stamp } from 'lucide-react';
import { useState } from 'react';
import { ReasonDialog } from '@/app/form/fields/reason-dialog';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { SheetTable } from '@/ui/tables/sheet-table';
import { cx } from '@/ui/style/cx';
import type { Month, MonthEntry } from '../schema';
import { MonthFiles } from './month-files';
import { lowerFirst } from '@/record/words';
import { longMonth, monthName, weekdayDate } from './month-names';
import { unlockMonth } from './month-query';
import { monthTexts } from './month-texts';
import { currentLock } from './current-lock';
import { VatReturn } from './vat-return-table';
import styles from './month.module.css';

/** Beside a month: the rows of the VAT return, the two computations, and the seal. */
export function MonthSide({ month, isOfAll }: { month: Month; isOfAll: boolean }) {
  const say = usePageText('businessday/month', monthTexts);
  return (
    <aside className={styles.side} aria-label={`${say('vatReturn')}, ${say('two')}, ${say('seal')}`}>
      {month.vat_returns.map((vat) => (
        <VatReturn key={vat.country} month={month} vat={vat} />
      ))}
      <TwoComputations month={month} />
      {isOfAll && <Seal month={month} />}
      {isOfAll && month.lock.locked && <MonthFiles month={month.month} />}
    </aside>
  );
}

function TwoComputations({ month: { totals, sealed, difference } }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const rows = (['net', 'tax', 'gross'] as const).map((name) => ({
    name,
    days: sealed[name],
    receipts: totals[name],
    differs: Number(difference[name]) !== 0,
  }));
  const most = rows.find(({ differs }) => differs)?.name ?? 'gross';
  return (
    <section>
      <h2>{say('two')}</h2>
      <SheetTable
        label={say('two')}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: () => '',
            cell: ({ row: { original } }) =>
              `${say(original.name === 'tax' ? 'vat' : original.name)} ${format.currency}`,
            footer: () => say('difference'),
          },
          {
            id: 'days',
            header: () => say('fromDays'),
            meta: { width: 96, align: 'right' },
            cell: ({ row: { original } }) => format.money(original.days),
            footer: () => '',
          },
          {
            id: 'receipts',
            header: () => say('fromReceipts'),
            meta: { width: 96, align: 'right' },
            cell: ({ row: { original } }) => format.money(original.receipts),
            footer: () => (
              <span className={Number(difference[most]) === 0 ? undefined : 'risk'}>
                {format.money(difference[most])}
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

/** The seal of a locked month and what was before, or what a lock would mean. */
function Seal({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const { client, me } = useApp().current;
  const [unlocking, setUnlocking] = useState(false);
  const seal = currentLock(month);
  const earlier = month.lock.entries.filter((entry) => entry !== seal);
  const name = longMonth(month.month, format.locale);
  const sealed = month.days.filter((day) => day.seal !== null && day.status !== 'open').length;
  return (
    <section aria-label={say('seal')}>
      <h2>
        <Icon as={Stamp} />
        {say('seal')}
      </h2>
      {seal ? (
        <>
          <code className={styles.hash}>{seal.hash.match(/.{8}/g)?.join(' ')}</code>
          <p className="meta">{say('madeOf', { count: seal.days ?? 0 })}</p>
          <dl className={styles.facts}>
            <dt>{say('lockedBy')}</dt>
            <dd>{seal.by}</dd>
            <dt>{say('when')}</dt>
            <dd>{format.momentLong(seal.at)}</dd>
          </dl>
          <Stated entry={seal} month={month} />
          <p className="meta">{say('unlockMeans')}</p>
          {me && allows(me, acts.unlockMonths) && (
            <p className={cx('no-print', styles.after)}>
              <Button size="xs" onClick={() => setUnlocking(true)}>
                {say('unlock')}
              </Button>
            </p>
          )}
        </>
      ) : (
        <>
          <p>{say('notLocked', { count: sealed, all: month.days.length + month.states.missing })}</p>
          <p className={cx('meta', styles.after)}>
            {say('lockMeans', { month: monthName(month.month, format.locale) })}
          </p>
        </>
      )}
      {earlier.length > 0 && (
        <>
          <h3>{say('history')}</h3>
          <ul className={styles.entries}>
            {earlier.toReversed().map((entry) => (
              <li key={entry.number}>
                <span className="ink">{say(`entry.${entry.action}`)}</span>{' '}
                {lowerFirst(format.moment(entry.at))}, {entry.by}
                {entry.reason !== null && <span className={styles.reason}>{entry.reason}</span>}
                {entry.action === 'lock' && (
                  <code className={styles.short} title={entry.hash}>
                    {entry.hash.slice(0, 16)}
                  </code>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {unlocking && (
        <ReasonDialog
          texts={{
            title: say('unlock.title', { month: name }),
            subtitle: say('unlock.text'),
            label: say('unlock.reason'),
            missing: say('unlock.missing'),
            cancel: say('cancel'),
            confirm: say('unlock'),
          }}
          mutationKey={['businessday', 'unlock']}
          send={(reason) => unlockMonth(client, month.month, reason)}
          onClose={() => setUnlocking(false)}
        />
      )}
    </section>
  );
}

/** What was stated with a lock: why days are missing, and why questions could stay open. */
function Stated({ entry, month }: { entry: MonthEntry; month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const { locale } = useFormat();
  const { missing, questions } = entry;
  if (missing.length === 0 && questions === null) return null;
  const names = new Map(month.locations.map(({ id, name }) => [id, name]));
  return (
    <>
      <h3>{say('stated')}</h3>
      <ul className={styles.entries}>
        {missing.map(({ location_id, date, reason }) => (
          <li key={`${location_id} ${date}`}>
            <span className="ink">
              {say('stated.missing', {
                day: [names.get(location_id), weekdayDate(date, locale)].filter(Boolean).join(', '),
              })}
            </span>
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
        {questions && (
          <li>
            <span className="ink">{say('stated.questions', { count: questions.ids.length })}</span>
            <span className={styles.reason}>{questions.reason}</span>
          </li>
        )}
      </ul>
    </>
  );
}
