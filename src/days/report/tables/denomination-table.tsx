import { currencyDecimals } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { CellPlain, CellText } from '@/ui/tables/cell';
import { SheetTable } from '@/ui/tables/sheet-table';
import { dayTexts } from '../../closing/day-texts';
import { denominationsOf, isCount, isUncounted, sumOfPieces, type Pieces } from '../../closing/denominations';
import styles from '../report.module.css';

/** Table to count a drawer by denomination: notes on the left, coins on the right. */
export function DenominationTable(props: {
  name: string;
  currency: string;
  /** What cash is rounded to: smaller coins are not used. */
  smallest: string | undefined;
  pieces: Pieces;
  onChange: (pieces: Pieces) => void;
}) {
  const { name, currency, smallest, pieces, onChange } = props;
  const say = usePageText('businessday/day', dayTexts);
  const format = useFormat();
  const all = denominationsOf(currency, smallest);
  const scale = currencyDecimals(currency);
  const sum = isUncounted(pieces) ? null : sumOfPieces(pieces, scale);
  const label = say('pieces.title', { name });
  return (
    <section aria-label={label} className={styles.pieces}>
      <h3 className="strong">{label}</h3>
      <SheetTable
        label={label}
        rows={all.map((worth) => ({ worth }))}
        rowKey={({ worth }) => worth}
        edit
        columns={[
          {
            id: 'worth',
            header: () => `${say('pieces.worth')} ${format.currency}`,
            meta: { width: 120, align: 'right', inset: true },
            cell: ({
              row: {
                original: { worth },
              },
            }) => <CellPlain right>{format.money(worth)}</CellPlain>,
            footer: () => '',
          },
          {
            id: 'count',
            header: () => say('pieces.count'),
            meta: { width: 140, align: 'right', inset: true },
            cell: ({
              row: {
                original: { worth },
              },
            }) => {
              const typed = pieces[worth] ?? '';
              return (
                <CellText
                  right
                  label={say('pieces.countOf', { worth: `${format.money(worth)} ${format.currency}`, name })}
                  value={typed}
                  onChange={(next) => onChange({ ...pieces, [worth]: next })}
                  error={isCount(typed) ? undefined : say('pieces.wrong')}
                />
              );
            },
            footer: () => say('pieces.sum'),
          },
          {
            id: 'amount',
            header: () => `${say('pieces.sum')} ${format.currency}`,
            meta: { align: 'right', inset: true },
            cell: ({
              row: {
                original: { worth },
              },
            }) => {
              const amount = sumOfPieces({ [worth]: pieces[worth] ?? '' }, scale);
              return (
                <CellPlain right>
                  {amount === null || Number(amount) === 0 ? '–' : format.money(amount)}
                </CellPlain>
              );
            },
            footer: () => (sum === null ? '–' : format.money(sum)),
          },
        ]}
      />
    </section>
  );
}
