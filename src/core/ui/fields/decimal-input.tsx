import { useState, type ComponentProps } from 'react';
import { toShown, toValue } from './decimal-text';
import { useUiStrings } from '../display/ui-strings';

export interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  /** Decimal text as on the wire, or whatever was typed. Never a number: no digit is lost. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  decimalSeparator?: '.' | ',' | undefined;
}

/** A bare input for decimal text: while it is typed in it shows what was typed, else the value in the user's way. */
export function DecimalInput({ value, onChange, onBlur, decimalSeparator, ...rest }: DecimalInputProps) {
  const words = useUiStrings();
  const separator = decimalSeparator ?? words.decimalSeparator;
  // The typing, and the value it stands for: a value that comes from elsewhere takes its place.
  const [draft, setDraft] = useState<{ typed: string; value: string }>();
  const shown = draft && draft.value === value ? draft.typed : toShown(value, separator);
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      type="text"
      value={shown}
      onChange={(event) => {
        const typed = event.target.value;
        const next = toValue(typed, separator);
        setDraft({ typed, value: next });
        onChange(next);
      }}
      onBlur={() => {
        setDraft(undefined);
        onBlur?.();
      }}
    />
  );
}
