import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { cx } from '@/ui/style/cx';
import { usePhone } from '@/ui/layout/use-phone';
import type { Month } from '../schema';
import { monthTexts } from './month-texts';
import styles from './month.module.css';

type Row = Month['owed'][number];

/** What customers are owed: gift cards and deposits, brought forward, received, used, and carried on. */
export function Owed({ month }: { month: Month }) {
  const say = usePageText('businessday/month', monthTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const isUnknown = month.owed.some(({ brought_forward }) => brought_forward === null);
  const amount = (value: string | null, sign = '') =>
    value === null ? '–' : `${sign !== '' && Number(value) !== 0 ? sign : ''}${format.money(value)}`;
  const column = (
    id: string,
    header: string,
    of: (row: Row) => string,
    isMain = false,
  ): SheetColumn<Row> => ({
    id,
    header: () => `${header} ${format.currency}`,
    meta: { width: 144, align: 'right' },
    cell: ({ row: { original } }) => (isMain ? <b className="ink">{of(original)}</b> : of(original)),
  });
  return (
    <section className={styles.block} aria-label={say('owed')}>
      <h2>{say('owed')}</h2>
      {isPhone ? (
        <ul className={styles.list}>
          {month.owed.map((row) => (
            <li key={row.kind}>
              <span className={styles.main}>
                <span>{say(`owed.${row.kind}`)}</span>
                <b>{amount(row.carried_on)}</b>
              </span>
              <span className="meta">
                {say('forward')} {amount(row.brought_forward)} · {say('received')} {amount(row.received)} ·{' '}
                {say('used')} {amount(row.used, '−')}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <SheetTable
          label={say('owed')}
          rows={month.owed}
          rowKey={({ kind }) => kind}
          minWidth={600}
          columns={[
            {
              id: 'kind',
              header: () => '',
              cell: ({ row: { original } }) => <span className="ink">{say(`owed.${original.kind}`)}</span>,
            },
            column('forward', say('forward'), (row) => amount(row.brought_forward)),
            column('received', say('received'), (row) => amount(row.received)),
            column('used', say('used'), (row) => amount(row.used, '−')),
            column('carried', say('carried'), (row) => amount(row.carried_on), true),
          ]}
        />
      )}
      {isUnknown && <p className={cx('meta', styles.late)}>{say('owed.unknown')}</p>}
    </section>
  );
}
