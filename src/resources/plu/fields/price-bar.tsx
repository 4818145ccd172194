import { useTextOf } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { PartsBar } from '@/core/ui/charts/parts-bar';
import { LowValue } from '@/core/ui/display/badge';
import { grossOf, lowMargin, marginOf, priceParts } from './margin';
import { useOwnPrice } from './price-figures';

/** What the base price is made of: tax, cost, and what stays. A price below cost says so instead. */
export function PriceBar() {
  const say = useTextOf('plu');
  const format = useFormat();
  const given = useOwnPrice();
  const parts = priceParts(given, format.scale);
  if (!parts) return null;
  const { tax, cost, margin } = parts;
  const money = (amount: string) => format.money(amount);
  if (margin.startsWith('-'))
    return (
      <p>
        <LowValue>{say('price.belowCost', { by: money(margin.slice(1)) })}</LowValue>
      </p>
    );
  const isLow = marginOf(given)?.low === true;
  const gross = given.taxIncluded ? null : grossOf(given, format.scale);
  return (
    <PartsBar
      label={say('price.parts')}
      parts={[
        // A price without tax has none of it in it.
        ...(given.taxIncluded
          ? [
              {
                key: 'tax',
                label: say('price.tax', { rate: given.rate ?? '' }),
                amount: tax,
                text: money(tax),
              },
            ]
          : []),
        { key: 'cost', label: say('cost'), amount: cost, text: money(cost) },
        { key: 'margin', label: say('margin'), amount: margin, text: money(margin) },
      ]}
      note={
        isLow || gross !== null ? (
          <>
            {gross !== null && say('price.gross', { amount: money(gross) })}{' '}
            {isLow && <LowValue>{say('marginLow', { percent: lowMargin })}</LowValue>}
          </>
        ) : undefined
      }
    />
  );
}
