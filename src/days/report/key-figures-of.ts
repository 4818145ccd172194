import type { SayOf } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';
import { isSome, type Receipt } from '../receipts/receipt';
import { big, overShortOf, signed } from './amounts';
import type { KeyFigure } from './key-figures';
import type { Summary } from './schema/summary';
import type { Totals } from './schema/totals';

/** Returns the key figures of one day (with its `receipts` if they are loaded) or of several `days`. */
export function keyFiguresOf(
  totals: Totals,
  words: { say: SayOf; format: Format; receipts?: readonly Receipt[]; days?: Summary['days'] },
): KeyFigure[] {
  const { say, format, receipts, days } = words;
  const { count, gross, net, tax, discount, returns, voids, by_tax, cash_total } = totals;
  const money = (key: string) => `${say(`key.${key}`)} ${format.currency}`;
  const average = count > 0 ? format.money(big(gross).div(count).toFixed(format.scale)) : '–';
  const rates = by_tax.flatMap(({ rate }) => (rate === null ? [] : [format.decimal(rate)]));
  const discounted = receipts
    ?.filter(({ active, type }) => active && (type === 'sale' || type === 'return'))
    .flatMap(({ lines }) => lines.filter((line) => isSome(line.discount))).length;
  // If only some of several days are counted, the figure covers those.
  const { over_short: off, uncounted } = days
    ? overShortOf(days)
    : { over_short: cash_total.over_short, uncounted: 0 };
  return [
    {
      figure: 'count',
      label: say('key.receipts'),
      value: format.count(count),
      about: `${say('returns', { count: returns.count })}, ${say('voids', { count: voids.count })}`,
    },
    {
      figure: 'gross',
      label: money('gross'),
      value: format.money(gross),
      about: say('average', { amount: average }),
    },
    { figure: 'net', label: money('net'), value: format.money(net), about: say('afterReturns') },
    {
      figure: 'tax',
      label: money('tax'),
      value: format.money(tax),
      about: rates.length > 0 ? say('rates', { rates: rates.join(' · ') }) : '',
    },
    {
      figure: 'discount',
      label: money('discount'),
      value: format.money(big(discount).abs().times(-1).toFixed()),
      about: !discounted ? '' : say('discounted', { count: discounted }),
    },
    {
      figure: 'over_short',
      label: money('over_short'),
      value: signed(off, format),
      about:
        off === null
          ? say('notCounted')
          : uncounted > 0
            ? say('summary.notCounted', { count: uncounted })
            : say('countedCash', { amount: format.money(cash_total.counted) }),
      risk: off !== null && !big(off).eq(0),
    },
  ];
}
