import { pointerOf } from '@/contract/pointer';
import { CellDecimal, CellSelect, CellText } from '@/ui/tables/cell';
import { Checkbox, Radio, Switch } from '@/ui/fields/choices/choice';
import type { ComboOption } from '@/ui/fields/choices/combo';
import type { Json } from '@/record/json';
import type { FieldPath } from '../engine/form-values';
import { useRecordField, type RecordField } from '../engine/use-record-field';
import { useFormText } from '../texts';
import { textOf, toNumber } from '../engine/number-text';
import type { ValueKind } from '../engine/problem-text';
import { useAmountKind } from './fields';
import { useDecimalBox, useDecimalTexts } from './use-decimal';

/** An input in a row of a table: the path of its value, and its accessible name. */
export interface CellSpec {
  readonly path: FieldPath;
  /** "Amount, Take-away". */
  readonly label: string;
}

/** Returns the props that every cell component takes, for a place in the record. */
export function useCell(
  { path, label }: CellSpec,
  show: (value: Json | undefined) => string,
  kind?: ValueKind,
): RecordField & { cell: Omit<Parameters<typeof CellText>[0], 'value' | 'onChange'> } {
  const field = useRecordField({ path, label, show, kind });
  return {
    ...field,
    cell: {
      label,
      error: field.error,
      changed: field.changed,
      was: field.was,
      name: pointerOf(path),
      onBlur: field.blur,
    },
  };
}

/** Text cell; with `dropEmpty` the element is removed from its list when it is left empty. */
export function TextCell(
  spec: CellSpec & {
    placeholder?: string;
    dropEmpty?: boolean;
    /** Codes are typed here: a barcode scanner may fill it. */
    codes?: boolean;
  },
) {
  const { value, set, clear, blur, readOnly, cell } = useCell(spec, textOf);
  if (readOnly) return textOf(value);
  return (
    <CellText
      {...cell}
      onBlur={spec.dropEmpty && textOf(value).trim() === '' ? () => set(undefined) : blur}
      placeholder={spec.placeholder}
      codes={spec.codes}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(text))}
    />
  );
}

function Decimal({ spec, read }: { spec: CellSpec & Money; read: (text: string) => Json }) {
  const { money } = spec;
  const { show } = useDecimalTexts(money);
  const { cell, ...field } = useCell(spec, show, 'number');
  const box = useDecimalBox(field, { money, read });
  return field.readOnly ? show(field.value) : <CellDecimal {...cell} {...box} />;
}

interface Money {
  /** Shown with at least the decimals of its currency. */
  readonly money?: boolean;
}

/** Cell for a JSON number. */
export const NumberCell = (spec: CellSpec & Money) => <Decimal spec={spec} read={toNumber} />;

/** Cell for an amount: keeps the wire type of the stored value, number or decimal text; a new one is text. */
export function AmountCell(spec: CellSpec & Money) {
  const read = useAmountKind(spec.path);
  return <Decimal spec={spec} read={read} />;
}

/** Cell for one of a set of values; with `open`, others can be typed. */
export function SelectCell(spec: CellSpec & { options: readonly ComboOption[]; open?: boolean }) {
  const { options, open } = spec;
  const show = (shown: Json | undefined) =>
    options.find((option) => option.value === shown)?.label ?? textOf(shown);
  const { value, set, clear, readOnly, cell } = useCell(spec, show, 'choice');
  if (readOnly) return show(value);
  return (
    <CellSelect
      {...cell}
      options={options}
      creatable={open}
      value={textOf(value)}
      onChange={(next) => (next === '' ? clear() : set(next))}
    />
  );
}

/** Cell for a flag. */
export function FlagCell(spec: CellSpec & { as?: 'switch' | 'check' }) {
  const say = useFormText();
  const { value, set, readOnly, blur } = useCell(
    spec,
    (shown) => (shown === undefined ? '' : say(shown === true ? 'yes' : 'no')),
    'choice',
  );
  const props = {
    'aria-label': spec.label,
    name: pointerOf(spec.path),
    checked: value === true,
    disabled: readOnly,
    onChange: (on: boolean) => set(on),
    onBlur: blur,
  };
  return spec.as === 'switch' ? <Switch {...props} /> : <Checkbox {...props} />;
}

/** Radio button that selects one of several rows; `onPick` selects this one. */
export function PickCell(spec: CellSpec & { group: string; onPick: () => void }) {
  const { value, readOnly } = useCell(spec, textOf, 'choice');
  return (
    <Radio
      aria-label={spec.label}
      name={spec.group}
      checked={value === true}
      disabled={readOnly}
      onChange={spec.onPick}
    />
  );
}
