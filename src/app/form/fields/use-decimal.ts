import { useState } from 'react';
import { useFormat } from '../../i18n/use-format';
import type { Json } from '@/record/json';
import { moneyText, showDecimal, textOf } from '../engine/number-text';
import type { RecordField } from '../engine/use-record-field';

/** Returns how a number or decimal text reads in a box, and how it reads to people in their locale. */
export function useDecimalTexts(money: boolean | undefined) {
  const { locale, scale } = useFormat();
  const textFor = (value: Json | undefined) => (money ? moneyText(value, scale) : textOf(value));
  const show = (value: Json | undefined) => showDecimal(textFor(value), locale);
  return { textFor, show };
}

/**
 * Returns the value and the handlers of a box for a number or decimal text. `read` turns what is typed into the wire's
 * value. Money is padded to its currency's decimals when the box is left, not while it is typed.
 */
export function useDecimalBox(
  { value, set, clear, blur }: Pick<RecordField, 'value' | 'set' | 'clear' | 'blur'>,
  { money, read }: { money: boolean | undefined; read: (text: string) => Json },
) {
  const { textFor } = useDecimalTexts(money);
  const [isTyping, setIsTyping] = useState(false);
  return {
    value: isTyping ? textOf(value) : textFor(value),
    onChange: (text: string) => {
      setIsTyping(true);
      if (text === '') clear();
      else set(read(text));
    },
    onBlur: () => {
      setIsTyping(false);
      // 4.5 is saved as 4.50.
      if (isTyping && money && typeof value === 'string') set(textFor(value));
      blur();
    },
  };
}
