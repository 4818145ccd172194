import { ArrowRight } from 'lucide-react';
import { Big } from 'big.js';
import type { SheetAccess } from '@/app/grid/sheet/sheet-bar';
import type { PriceSteps } from '@/app/prices/price';
import type { Pricing } from '@/app/prices/pricing';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Icon } from '@/ui/display/icon';
import { priceOfCell } from './compute';
import { addWords, endWords, figureWords, percentWords } from './formula-words';
import { usePrices } from './prices-context';
import type { Scope } from './use-scope';

/**
 * What a formula does to the cell with the cursor, step by step, in a strip under the marked cells: "13.50 × 0.9 =
 * 12.15 → floor 12.41 → ends .90 12.90".
 */
export function CellSteps(props: { sheet: SheetAccess; scope: Scope; pricing: Pricing }) {
  const { sheet, scope, pricing } = props;
  const { around } = usePrices();
  const row = sheet.at && sheet.row(sheet.at.row);
  const under = sheet.at && sheet.columns[sheet.at.column]?.editing?.field;
  const { field } = scope.prices.find((price) => price.field === under) ?? scope.prices[0] ?? {};
  if (!row || field === undefined || sheet.isOwned(row)) return null;
  const price = priceOfCell(field, { stored: row, would: sheet.asItWouldBe(row) }, pricing, around);
  return price.kind === 'none' ? null : sheet.below(<Steps steps={price.steps} pricing={pricing} />);
}

function Steps({ steps, pricing }: { steps: PriceSteps; pricing: Pricing }) {
  const say = useTextOf('plu');
  const format = useFormat();
  const figure = (value: string) => figureWords(value, format);
  const percent = percentWords(pricing, format);
  const add = addWords(pricing, format);
  const { ending } = pricing;
  const last = steps.isRaised && steps.floor !== null ? steps.floor : steps.add;
  return (
    <>
      <span>
        {[figure(steps.take), percent, add].filter((part) => part !== '').join(' ')}
        {(percent !== '' || add !== '') && (
          <>
            {' = '}
            <b>{figure(steps.add)}</b>
          </>
        )}
      </span>
      {steps.isRaised && steps.floor !== null && (
        <>
          <Icon as={ArrowRight} size="xs" className="muted" />
          <span>
            {say('fx.step_floor')} <b>{figure(steps.floor)}</b>
          </span>
        </>
      )}
      {(ending || !new Big(last).eq(steps.price)) && (
        <>
          <Icon as={ArrowRight} size="xs" className="muted" />
          <span>
            {ending ? say('fx.step_end', { to: endWords(ending, say, format) }) : say('fx.step_round')}{' '}
            <b>{figure(steps.price)}</b>
          </span>
        </>
      )}
    </>
  );
}
