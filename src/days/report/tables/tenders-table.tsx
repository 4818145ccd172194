import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { SheetTable } from '@/ui/tables/sheet-table';
import { big, signed, sumOf, textOf } from '../amounts';
import { kindOf } from './non-turnover-table';
import type { Totals } from '../schema/totals';
import { countColumn, moneyColumn } from './columns';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Table of payments by tender, with the difference to the amount due if there is one. */
export function Tenders({ totals }: { totals: Totals }) {
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const { by_tender: rows, gross, rounding, non_turnover } = totals;
  const paid = sumOf(rows.map((row) => row.amount));
  const additions = [
    ...non_turnover.map(({ kind, amount }) => ({ name: kindOf(kind, say), amount })),
    { name: say('rounding'), amount: rounding },
  ].filter(({ amount }) => !big(amount).eq(0));
  const due = sumOf([gross, ...additions.map(({ amount }) => amount)]);
  return (
    <section className={styles.block}>
      <h2>
        {say('tenders')}
        <AskButton subject="figure.by_tender" what={say('tenders')} />
      </h2>
      <SheetTable
        label={say('tenders')}
        rows={rows}
        rowKey={(row, index) => `${row.tender_id}-${index}`}
        columns={[
          {
            id: 'name',
            header: () => say('tender'),
            cell: ({
              row: {
                original: { name, type },
              },
            }) => <span title={name ?? ''}>{name ?? type ?? say('noName')}</span>,
            footer: () => say('all'),
          },
          countColumn({ header: say('count'), width: 54, format, of: rows }),
          {
            id: 'refunded',
            header: () => `${say('refunds')} ${format.currency}`,
            meta: { width: 86, align: 'right' },
            cell: ({
              row: {
                original: { refunded },
              },
            }) => <span className="muted">{big(refunded).eq(0) ? '–' : format.money(refunded)}</span>,
            footer: () => format.money(textOf(sumOf(rows.map((row) => row.refunded)))),
          },
          moneyColumn('amount', { header: say('amount'), width: 88, isMain: true, format, of: rows }),
        ]}
      />
      {additions.length > 0 && (
        <p className={styles.note}>
          {`${say('gross')} ${format.money(gross)}`}
          {additions.map(({ name, amount }) => {
            const text = format.money(textOf(big(amount).abs()));
            return ` ${big(amount).lt(0) ? '−' : '+'} ${name.toLocaleLowerCase(format.locale)} ${text}`;
          })}
          {` = ${format.money(textOf(due))}`}
        </p>
      )}
      {!paid.eq(due) && (
        <p className={styles.after}>
          <span>{say('shouldBe', { amount: format.money(textOf(due)) })}</span>
          <span className="risk tn">{signed(textOf(paid.minus(due)), format)}</span>
        </p>
      )}
    </section>
  );
}
