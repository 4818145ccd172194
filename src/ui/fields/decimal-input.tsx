import { useState, type ComponentProps } from 'react';
import { formatDecimalText, parseDecimalText } from './decimal-text';
import { useUiStrings } from '../display/ui-strings';

/** Props of `DecimalInput`. */
export interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  /** Decimal text as on the wire, or the text as typed. Never a number, so that no digit is lost. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  decimalSeparator?: '.' | ',' | undefined;
}

/**
 * Input for decimal text, without label: it shows the text as typed while it has the focus, otherwise the value in the
 * user's format.
 */
export function DecimalInput({ value, onChange, onBlur, decimalSeparator, ...rest }: DecimalInputProps) {
  const strings = useUiStrings();
  const separator = decimalSeparator ?? strings.decimalSeparator;
  // The typed text, with the value that it stands for: if the value changes elsewhere, the new value is shown.
  const [draft, setDraft] = useState<{ typed: string; value: string }>();
  const text = draft && draft.value === value ? draft.typed : formatDecimalText(value, separator);
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      type="text"
      value={text}
      onChange={(event) => {
        const typed = event.target.value;
        const next = parseDecimalText(typed, separator);
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
