import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { LowValue } from '@/ui/display/badge';
import { useNarrowerThan, usePhone } from '@/ui/layout/use-phone';
import { cx } from '@/ui/style/cx';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { changeOf } from '@/record/period';
import { sumOf, textOf } from '../../report/amounts';
import { useChangeText } from '../../report/percent-text';
import type { GroupFigures, GroupSummary, GroupCompany } from '../schema';
import { DaysOf } from './place';
import { texts } from './texts';
import styles from './group.module.css';

/** A line of the table of one currency: a company with the sums of its locations, or one of its locations. */
interface GroupRow {
  readonly key: string;
  readonly company: GroupCompany;
  /** Null for the company itself. */
  readonly location: { readonly id: string; readonly name: string } | null;
  readonly now: GroupFigures;
  readonly compared: GroupFigures;
  readonly before: GroupFigures;
  readonly to_settle: number;
}

const added = (all: readonly GroupFigures[]): GroupFigures => {
  const sum = (name: 'gross' | 'net' | 'tax') => textOf(sumOf(all.map((figures) => figures[name])));
  return {
    receipts: all.reduce((total, { receipts }) => total + receipts, 0),
    gross: sum('gross'),
    net: sum('net'),
    tax: sum('tax'),
  };
};

/** Returns the lines of one currency: each company that has it, and under it its locations, if they are several. */
function rowsOf({ companies }: GroupSummary, currency: string): GroupRow[] {
  return companies.flatMap((company) => {
    const locations = company.locations.filter((one) => one.currency === currency);
    if (locations.length === 0) return [];
    return [
      {
        key: company.acting_as,
        company,
        location: null,
        now: added(locations.map(({ now }) => now)),
        compared: added(locations.map(({ compared }) => compared)),
        before: added(locations.map(({ before }) => before)),
        to_settle: locations.reduce((sum, { to_settle }) => sum + to_settle, 0),
      },
      ...locations.map(({ id, name, now, compared, before, to_settle }) => ({
        key: `${company.acting_as} ${id}`,
        company,
        location: { id, name },
        now,
        compared,
        before,
        to_settle,
      })),
    ];
  });
}

/** Table of the sales in one currency: each company and its locations, beside the period before. The format is of the currency. */
export function GroupTable({ summary, currency }: { summary: GroupSummary; currency: string }) {
  const say = usePageText('businessday/group', texts);
  const format = useFormat();
  const isPhone = usePhone();
  // The names need the room of what the other columns say as well.
  const isTablet = useNarrowerThan(900);
  const changeText = useChangeText();
  const changeIn = ({ compared, before }: Pick<GroupRow, 'compared' | 'before'>) =>
    changeText(changeOf(compared.gross, before.gross)) || noValue;
  const total = summary.totals.find((one) => one.currency === currency);
  const rows = rowsOf(summary, currency);
  const money = (id: 'gross' | 'net' | 'tax', label: string): SheetColumn<GroupRow> => ({
    id,
    header: () => `${label} ${format.currency}`,
    meta: { width: isPhone ? 104 : 116, align: 'right' },
    cell: ({ row: { original } }) => (
      <span className={cx(original.location === null && styles.sum)}>
        {format.money(original.now[id])}
        {isPhone && <span className={styles.below}>{changeIn(original)}</span>}
      </span>
    ),
    footer: () => format.money(total?.now[id] ?? '0'),
  });
  const receipts: SheetColumn<GroupRow> = {
    id: 'receipts',
    header: () => say('receipts'),
    meta: { width: 92, align: 'right', screenOnly: true },
    cell: ({ row: { original } }) => format.count(original.now.receipts),
    footer: () => format.count(total?.now.receipts ?? 0),
  };
  const change: SheetColumn<GroupRow> = {
    id: 'change',
    header: () => say('change'),
    meta: { width: 76, align: 'right' },
    cell: ({ row: { original } }) => <span className="muted">{changeIn(original)}</span>,
    footer: () => (total ? changeIn(total) : noValue),
  };
  const settle: SheetColumn<GroupRow> = {
    id: 'settle',
    header: () => say('settle'),
    meta: { width: isPhone ? 84 : 96, align: 'right' },
    cell: ({ row: { original } }) =>
      original.to_settle === 0 ? (
        <span className="muted">{noValue}</span>
      ) : (
        <LowValue>{format.count(original.to_settle)}</LowValue>
      ),
    footer: () =>
      format.count(
        rows.filter(({ location }) => location !== null).reduce((sum, { to_settle: n }) => sum + n, 0),
      ),
  };
  const gross = money('gross', say('gross'));
  return (
    <section className={styles.block} aria-label={say('sales', { currency })}>
      <h2>{say('sales', { currency })}</h2>
      <SheetTable
        label={say('sales', { currency })}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            id: 'name',
            header: () => say('company'),
            cell: ({ row: { original } }) => <DaysOf {...original} period={summary} />,
            footer: () => say('all'),
          },
          ...(isPhone
            ? [gross, settle]
            : isTablet
              ? [gross, change, money('tax', say('vat')), settle]
              : [receipts, gross, change, money('net', say('net')), money('tax', say('vat')), settle]),
        ]}
      />
    </section>
  );
}
