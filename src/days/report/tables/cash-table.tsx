import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { cx } from '@/ui/style/cx';
import sheet from '@/ui/tables/sheet.module.css';
import { big, signed, textOf } from '../amounts';
import type { Cash, Totals } from '../schema/totals';
import { AskButton } from '../questions/ask-button';
import { reportTexts } from '../report-texts';
import styles from '../report.module.css';

/** Width in px of the labels of the lines, as in report.module.css. */
const labelWidth = 128;

/** Cash by register: the expected and the counted cash of each drawer, and the difference. */
export function CashTable(props: {
  cash: Totals['cash'];
  total: Cash;
  nameOf: (pos_id: string | null) => string;
}) {
  const { cash, total, nameOf } = props;
  const say = usePageText('businessday/report', reportTexts);
  const format = useFormat();
  const names = cash.map((one) => nameOf(one.pos_id));
  const heads = withoutPlace(names);
  const registers: { key: string; name: string; head: string; cash: Cash }[] = cash.map((one, index) => ({
    key: one.pos_id ?? String(index),
    name: names[index] ?? '',
    head: heads[index] ?? '',
    cash: one,
  }));
  const columns =
    registers.length === 1
      ? registers
      : [...registers, { key: 'all', name: say('all'), head: say('all'), cash: total }];
  const less = (value: string) => format.money(textOf(big(value).times(-1)));
  const rows: { key: string; of: (cash: Cash) => string; rule?: boolean }[] = [
    { key: 'opening_float', of: (one) => format.money(one.opening_float) },
    { key: 'cash.sales', of: (one) => format.money(one.sales) },
    { key: 'cash.refunds', of: (one) => less(one.refunds) },
    { key: 'paid_in', of: (one) => format.money(one.paid_in) },
    { key: 'paid_out', of: (one) => less(one.paid_out) },
    { key: 'cash.expected', of: (one) => format.money(one.expected), rule: true },
    { key: 'counted', of: (one) => format.money(one.counted) },
  ];
  const shown = columns.flatMap(({ head, cash: one }) => [
    ...head.split(' '),
    ...rows.map(({ of }) => of(one)),
  ]);
  // Names and figures are never cut: with many registers, the table scrolls.
  const figureWidth = Math.max(72, 16 + 7 * Math.max(...shown.map(({ length }) => length)));
  return (
    <section className={styles.block}>
      <h2>
        {say('cash')}
        <AskButton subject="figure.cash" what={say('cash')} />
      </h2>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={sheet.wrap} tabIndex={0}>
        <table
          className={cx(sheet.sheet, styles.cash)}
          style={{ minWidth: labelWidth + columns.length * figureWidth }}
          aria-label={say('cash')}
        >
          <thead>
            <tr>
              <th scope="col">{`${say('cashLine')} ${format.currency}`}</th>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={sheet.right} title={column.name}>
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, of, rule }) => (
              <tr key={key} className={rule ? styles.ruled : undefined}>
                <td>{say(key)}</td>
                {columns.map((column) => (
                  <td key={column.key} className={sheet.right}>
                    {of(column.cash)}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <td>{say('over_short')}</td>
              {columns.map(({ key, cash: { over_short } }) => (
                <td
                  key={key}
                  className={cx(sheet.right, over_short !== null && !big(over_short).eq(0) && 'risk')}
                >
                  {signed(over_short, format)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Returns "Till 1, Kallio" and "Till 2, Kallio" without their common place, if the rest is still unique. */
function withoutPlace(names: readonly string[]): readonly string[] {
  const parts = names.map((name) => /^(.+), ([^,]+)$/.exec(name));
  const places = new Set(parts.map((part) => part?.[2]));
  const own = parts.flatMap((part) => part?.[1] ?? []);
  const isApart = places.size === 1 && new Set(own).size === names.length;
  return isApart ? own : names;
}
