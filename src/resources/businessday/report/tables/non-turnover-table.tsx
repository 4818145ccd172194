import { usePageText, type SayOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { SheetTable } from '@/core/ui/tables/sheet-table';
import type { Totals } from '../schema/totals';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** What is sold that is no turnover, in words: "Deposits"; a kind that has no word by its name. */
export function kindOf(kind: string, say: SayOf): string {
  const word = say(`kind=${kind}`);
  return word.includes('=') ? kind : word;
}

/** What is listed and in no total, and what is of the totals and no sale of goods. */
export function NonTurnoverTable({ totals }: { totals: Totals }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { voids, training, returns, rounding, non_turnover, unknown_types, removed } = totals;
  const kinds = non_turnover.map(({ kind, count, amount }) => ({
    key: kind,
    label: kindOf(kind, say),
    count,
    amount,
  }));
  const rows: { key: string; label: string; count: number | null; amount: string }[] = [
    { key: 'returns', label: say('returnsIn'), count: returns.count, amount: returns.gross },
    { key: 'voids', label: say('voidsIn'), count: voids.count, amount: voids.gross },
    { key: 'training', label: say('training'), count: training.count, amount: training.gross },
    ...unknown_types.map(({ type, count, gross }) => ({
      key: `type ${type}`,
      label: say('unknownType', { type }),
      count,
      amount: gross,
    })),
    ...(removed.count > 0
      ? [{ key: 'removed', label: say('removedIn'), count: removed.count, amount: removed.gross }]
      : []),
    ...kinds,
    { key: 'rounding', label: say('rounding'), count: null, amount: rounding },
  ];
  return (
    <section className={styles.block}>
      <h2>{say('aside')}</h2>
      <SheetTable
        label={say('aside')}
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          {
            id: 'label',
            header: () => say('what_'),
            cell: ({
              row: {
                original: { label },
              },
            }) => label,
          },
          {
            id: 'count',
            header: () => say('count'),
            meta: { width: 52, align: 'right' },
            cell: ({
              row: {
                original: { count },
              },
            }) => <span className="muted">{count === null ? '–' : format.count(count)}</span>,
          },
          {
            id: 'amount',
            header: () => `${say('amount')} ${format.currency}`,
            meta: { width: 88, align: 'right' },
            cell: ({
              row: {
                original: { amount },
              },
            }) => format.money(amount),
          },
        ]}
      />
      <p className={styles.note}>{say('roundingRule')}</p>
    </section>
  );
}
