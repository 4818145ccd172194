import { useState } from 'react';
import { moneyText, toNumber } from '@/core/app/form/engine/number-text';
import { useTextOf } from '@/core/app/i18n/i18n';
import { isNumber } from '@/core/record/json';
import { useFormat } from '@/core/app/i18n/use-format';
import { CellDecimal } from '@/core/ui/tables/cell';

/**
 * Box for one price, which is saved when it is left or Enter is pressed. `stored` is the amount as on the wire: decimal
 * text, or a number.
 */
export function PriceInput(props: {
  label: string;
  stored: string | number | null | undefined;
  focused: boolean;
  /** Why the last value was not saved. */
  problem: string | undefined;
  onSave: (text: string) => void;
}) {
  const { label, stored, focused, problem, onSave } = props;
  const say = useTextOf('pricelist');
  const { scale } = useFormat();
  const shown = moneyText(String(stored ?? ''), scale);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== '' && !isNumber(toNumber(typed));
  const leave = () => {
    if (typed === null || isWrong) return;
    if (typed !== '' && moneyText(typed, scale) !== shown) onSave(moneyText(typed, scale));
    setTyped(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key bubbles from the box
    <span
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          leave();
        } else if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    >
      <CellDecimal
        label={label}
        value={typed ?? shown}
        onChange={setTyped}
        onBlur={leave}
        changed={typed !== null}
        was={shown}
        error={isWrong ? say('prices.notDecimal') : problem}
        ref={focused ? focusOnce : undefined}
      />
    </span>
  );
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
