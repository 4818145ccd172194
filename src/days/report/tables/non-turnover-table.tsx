import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SheetTable } from '@/ui/tables/sheet-table';
import type { Totals } from '../schema/totals';
import { countColumn, moneyColumn } from './columns';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Returns the text of a non-turnover kind: "Deposits"; the kind itself if it has no text. */
export function kindOf(kind: string, say: SayOf): string {
  const word = say(`kind=${kind}`);
  return word.includes('=') ? kind : word;
}

/** Table of receipts that no total includes, and of amounts in the totals that are not sales of goods. */
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
      <h2>
        {say('aside')}
        <AskButton subject="figure.non_turnover" what={say('aside')} />
      </h2>
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
          countColumn({ header: say('count'), width: 52, format }),
          moneyColumn('amount', { header: say('amount'), width: 88, format }),
        ]}
      />
      <p className={styles.note}>{say('roundingRule')}</p>
    </section>
  );
}
