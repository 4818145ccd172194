import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useNarrow, usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { MonthState, useStateText } from '../../month/list/month-state';
import { longMonth } from '../../month/screen/month-names';
import type { GroupDays, GroupMember } from '../schema';
import { Place } from './place';
import { texts } from './texts';
import styles from './group.module.css';

type Month = GroupDays['companies'][number]['months'][number];

/** Returns in words whether a month is locked, by whom and when; what else it waits for its own company says. */
export function useMonthText(): (month: Month) => string {
  const stateText = useStateText();
  return (month) => stateText(month, undefined).text;
}

interface Row {
  readonly company: GroupMember;
  readonly month: Month;
  readonly isFirst: boolean;
}

/** The months of each company that a period touches, and whether they are locked, with the beginning of their seals. */
export function GroupMonths({ companies }: { companies: GroupDays['companies'] }) {
  const say = usePageText('businessday/group', texts);
  const { locale } = useFormat();
  const isPhone = usePhone();
  const isNarrow = useNarrow();
  const rows = companies.flatMap((company) =>
    company.months.map((month, at): Row => ({ company, month, isFirst: at === 0 })),
  );
  if (rows.length === 0) return null;
  const company: SheetColumn<Row> = {
    id: 'company',
    header: () => say('export.company'),
    meta: { width: isNarrow ? 200 : 300 },
    cell: ({ row: { original } }) =>
      original.isFirst ? <span className={styles.company}>{original.company.name}</span> : '',
  };
  const seal: SheetColumn<Row> = {
    id: 'seal',
    header: () => say('seal'),
    meta: { width: 150 },
    cell: ({ row: { original } }) =>
      original.month.lock && (
        <code className={styles.seal} title={original.month.lock.hash}>
          {original.month.lock.hash.slice(0, 16)}
        </code>
      ),
  };
  return (
    <section className={styles.block} aria-label={say('months')}>
      <h2>{say('months')}</h2>
      <SheetTable
        label={say('months')}
        rows={rows}
        rowKey={({ company, month }) => `${company.acting_as} ${month.month}`}
        columns={[
          ...(isPhone ? [] : [company]),
          {
            id: 'month',
            header: () => say('month'),
            meta: { width: isPhone ? 150 : 170 },
            cell: ({ row: { original } }) => (
              <>
                <Place
                  company={original.company}
                  to={`/months/${original.month.month}`}
                  text={longMonth(original.month.month, locale)}
                />
                {isPhone && <span className={styles.below}>{original.company.name}</span>}
              </>
            ),
          },
          {
            id: 'state',
            header: () => say('state'),
            cell: ({ row: { original } }) => (
              <span className={styles.wraps}>
                <MonthState month={original.month} waits={undefined} href="" />
              </span>
            ),
          },
          ...(isNarrow ? [] : [seal]),
        ]}
      />
    </section>
  );
}
