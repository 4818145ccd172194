import { useState } from 'react';
import { Combo, type ComboOption } from './combo';
import { Field, type FieldProps } from '../field';
import { useUiStrings } from '../../display/ui-strings';

/** Props of `SelectField`. */
export interface SelectProps extends FieldProps<string> {
  options: readonly ComboOption[];
  /** Typing filters the list. */
  searchable?: boolean | undefined;
  /** Typed text that is not in the list can be used, for open strings. Makes the field searchable. */
  creatable?: boolean | undefined;
  /** An × sets the value to ''. */
  clearable?: boolean | undefined;
  placeholder?: string | undefined;
}

/**
 * Returns the options for the typed text: the known ones, the current value even if unknown, and the typed text itself.
 */
export function useSelect(props: Pick<SelectProps, 'options' | 'searchable' | 'creatable' | 'value'>) {
  const { options, searchable = false, creatable = false, value } = props;
  const strings = useUiStrings();
  const [text, setText] = useState('');
  const knownOption = options.find((option) => option.value === value);
  const all = knownOption || value === '' ? options : [...options, { value, label: value }];
  const query = text.trim().toLocaleLowerCase();
  const matches = query ? all.filter((option) => option.label.toLocaleLowerCase().includes(query)) : all;
  const exact = all.some((option) => option.label.toLocaleLowerCase() === query);
  const fresh = creatable && query && !exact ? [{ value: text.trim(), label: strings.use(text.trim()) }] : [];
  const offered: readonly ComboOption[] = [...matches, ...fresh];
  return {
    options: offered,
    shown: knownOption?.label ?? value,
    onSearch: searchable || creatable ? setText : undefined,
    message: offered.length === 0 ? { text: strings.nothingFound } : undefined,
  };
}

/** Field for one value of a list. A value that is not in the list is shown and kept. */
export function SelectField(props: SelectProps) {
  const { value, onChange, onBlur, ref, options, searchable, creatable, clearable, placeholder, ...frame } =
    props;
  const select = useSelect({ options, searchable, creatable, value });
  return (
    <Field frame={frame} plain={select.shown}>
      {(control) => (
        <Combo
          {...select}
          control={control}
          value={value}
          placeholder={placeholder}
          onPick={(option) => onChange(option.value)}
          onClear={clearable ? () => onChange('') : undefined}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    </Field>
  );
}
