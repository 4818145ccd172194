import { useFieldRights } from '@/app/form/engine/field-rights';
import { useState } from 'react';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { textOf, toDecimalText } from '@/app/form/engine/number-text';
import { DecimalField } from '@/ui/fields/number-field';
import { PlainField } from '@/ui/fields/field';
import { Fields } from '@/ui/layout/form-section';
import { PartsBar } from '@/ui/charts/parts-bar';
import { LowValue } from '@/ui/display/badge';
import { plu, refpriceTypes, unitTypes } from '../contract';
import { BasePriceReduction } from '../lowest-price/reduction-lines';
import { lowMargin, marginOf } from './margin';
import { grossOf, priceForMargin, priceParts, profitOf, referencePrice } from './price-parts';
import { useOwnPrice } from './price-figures';

const f = fieldsOf(plu);

/** Base price, cost and margin, of which typing one gives the others; what the price is made of; the reference price. */
export function PriceBlock() {
  const say = useTextOf('plu');
  const format = useFormat();
  const form = useRecordContext();
  const given = useOwnPrice();
  const profit = profitOf(given, format.scale);
  const reference = useReferencePrice();
  const rightOf = useFieldRights();
  const hasMargin = rightOf('margin') !== 'none';
  const hasPrice = rightOf('base_price') !== 'none';
  return (
    <>
      <Fields>
        <f.DecimalText
          name="base_price"
          span={3}
          label={say('form.base_price')}
          money
          size="key"
          {...(!given.taxIncluded && { help: say('price.withoutTax') })}
          isRequired
        />
        <f.Number name="data.cost_price" span={3} money size="tall" />
        {hasMargin && <MarginBox />}
        {hasMargin && (
          <PlainField frame={{ label: say('price.stays'), span: 3, size: 'tall' }} level={!form.readOnly}>
            {profit === null ? '' : `${format.money(profit)}\u00A0${format.currency}`}
          </PlainField>
        )}
      </Fields>
      {hasMargin && <PriceBar />}
      {hasPrice && <BasePriceReduction />}
      <Fields>
        <f.Select name="data.unit_type" span={3} options={unitTypes} open clearable />
        <f.Number name="data.refprice_size" span={3} />
        <f.Select name="data.refprice_type" span={3} options={refpriceTypes} open clearable />
        {hasPrice && (
          <PlainField frame={{ label: say('price.reference'), span: 3 }} level={!form.readOnly}>
            {reference}
          </PlainField>
        )}
      </Fields>
    </>
  );
}

/** The margin in percent of the net price. Typing it sets the base price, rounded to the currency's decimals. */
function MarginBox() {
  const say = useTextOf('plu');
  const form = useRecordContext();
  const { scale } = useFormat();
  const given = useOwnPrice();
  const percent = marginOf(given)?.percent ?? '';
  const [typed, setTyped] = useState<string>();
  // Typing it sets the price.
  const mayChange = useFieldRights()('base_price') === 'change';
  const type = (text: string) => {
    setTyped(text);
    const price = priceForMargin({ ...given, percent: text }, scale);
    if (price !== null) form.set(['base_price'], toDecimalText(price));
  };
  return (
    <DecimalField
      label={say('margin')}
      span={3}
      size="tall"
      unit="%"
      readOnly={form.readOnly || !mayChange}
      value={typed ?? percent}
      error={typed !== undefined && !isMargin(typed) ? say('price.notMargin') : undefined}
      disabled={given.cost === '' || given.cost === '0'}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** Whether a text can be a margin: less than the whole of the price. Nothing typed changes nothing. */
const isMargin = (text: string) =>
  text === '' || priceForMargin({ percent: text, cost: '1', rate: '0', taxIncluded: false }) !== null;

/** Returns the price of a reference unit with tax, as the law wants it: "48.24 €/kg"; '' without a size. */
export function useReferencePrice(): string {
  const say = useTextOf('plu');
  const format = useFormat();
  const size = textOf(useRecordValue(sizePath));
  const type = textOf(useRecordValue(typePath));
  const own = useOwnPrice();
  // Not rounded before it is divided.
  const gross = own.taxIncluded ? own.price : grossOf(own, 20);
  const price = gross === null ? null : referencePrice(gross, size, format.scale);
  if (price === null) return '';
  const unit = (refpriceTypes as readonly string[]).includes(type) ? say(`per.${type}`) : type;
  return `${format.money(price)}\u00A0${format.currency}${unit && `/${unit}`}`;
}

const sizePath: readonly string[] = ['data', 'refprice_size'];
const typePath: readonly string[] = ['data', 'refprice_type'];

/** What the base price is made of: tax, cost, and what stays. A price below cost says so instead. */
function PriceBar() {
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
                label: say('price.tax', { rate: format.decimal(given.rate) }),
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
