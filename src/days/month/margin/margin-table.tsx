import { noValue } from '@/app/i18n/format';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { usePhone } from '@/ui/layout/use-phone';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { cx } from '@/ui/style/cx';
import { usePercentText } from '../../report/percent-text';
import { marginTexts } from './margin-texts';
import type { MarginFigures } from './schema';
import compareStyles from '../compare/compare.module.css';
import styles from '../screen/month.module.css';

interface MarginRow extends MarginFigures {
  readonly key: string;
  readonly name: string;
  /** The code of a product; null if it has none. Rows of anything else have no such field. */
  readonly code?: string | null;
}

/** Margins, a row each: net sales, how much of them has a known cost, that cost, what is left. `all` is the sum of the rows; null of one. */
export function MarginTable(props: {
  label: string;
  head: string;
  rows: readonly MarginRow[];
  all: MarginFigures | null;
}) {
  const { label, head, rows, all } = props;
  const say = usePageText('businessday/month/margin', marginTexts);
  const format = useFormat();
  const isPhone = usePhone();
  const percentText = usePercentText();
  const percent = (value: string | null) => (value === null ? noValue : percentText(value));
  const isKnown = ({ known_net, cost }: MarginFigures) => Number(known_net) !== 0 || Number(cost) !== 0;
  const margin = (of: MarginFigures) => (isKnown(of) ? format.money(of.margin) : noValue);
  if (isPhone)
    return (
      <ul className={styles.list} aria-label={label}>
        {[...rows, ...(all ? [{ ...all, key: '', name: say('all') }] : [])].map((row) => (
          <li key={row.key}>
            <span className={styles.main}>
              <span className={compareStyles.name}>{row.name}</span>
              <b>{margin(row)}</b>
            </span>
            <span className="meta">
              {[
                say('ofNet', { percent: percent(row.margin_percent), net: format.money(row.net) }),
                say('knownOf', { percent: percent(row.known_percent) }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    );
  const column = (
    id: string,
    header: string,
    width: number,
    of: (figures: MarginFigures) => string,
    look = '',
  ): SheetColumn<MarginRow> => ({
    id,
    header: () => header,
    meta: { width, align: 'right' },
    cell: ({ row: { original } }) => <span className={look}>{of(original)}</span>,
    ...(all && { footer: () => of(all) }),
  });
  return (
    <SheetTable
      label={label}
      rows={rows}
      rowKey={({ key }) => key}
      minWidth={600}
      columns={[
        ...(rows.some(({ code }) => code !== undefined)
          ? [
              {
                id: 'code',
                header: () => say('code'),
                meta: { width: 72 },
                cell: ({ row: { original } }: { row: { original: MarginRow } }) => (
                  <span className="muted tn">{original.code ?? noValue}</span>
                ),
                ...(all && { footer: () => '' }),
              },
            ]
          : []),
        {
          id: 'name',
          header: () => head,
          cell: ({ row: { original } }) => (
            <span className={cx('ink', compareStyles.name)}>{original.name}</span>
          ),
          ...(all && { footer: () => say('all') }),
        },
        column('net', `${say('net')} ${format.currency}`, 112, ({ net }) => format.money(net)),
        column('known', say('known'), 96, (row) => percent(row.known_percent), 'muted'),
        column('cost', `${say('cost')} ${format.currency}`, 112, (row) =>
          isKnown(row) ? format.money(row.cost) : noValue,
        ),
        column('margin', `${say('margin')} ${format.currency}`, 112, margin, 'ink strong'),
        column('percent', `${say('margin')} %`, 84, (row) => percent(row.margin_percent), 'muted'),
      ]}
    />
  );
}
