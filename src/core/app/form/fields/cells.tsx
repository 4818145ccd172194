import { pointerOf } from '../../../contract/problem';
import { CellDecimal, CellSelect, CellText } from '../../../ui/tables/cell';
import { Checkbox, Radio, Switch } from '../../../ui/fields/choices/choice';
import type { ComboOption } from '../../../ui/fields/choices/combo';
import type { Json } from '../../record/json';
import type { FieldPath } from '../engine/form-values';
import { useRecordField, type RecordField } from '../engine/use-record-field';
import { useFormText } from '../texts';
import { textOf, toNumber } from '../engine/number-text';
import type { ValueKind } from '../engine/problem-text';
import { useAmountKind } from './fields';
import { useDecimalBox, useDecimalTexts } from './use-decimal';

/** A box in a row of a table: where its value stands, and what it is called where nobody sees its head. */
export interface CellSpec {
  readonly path: FieldPath;
  /** "Amount, Take-away". */
  readonly label: string;
}

/** The props that every cell of the kit takes, for a place in the record. */
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
      onBlur: field.leave,
    },
  };
}

/** Text in a row; with `dropEmpty` it goes from its list when it is left empty. */
export function TextCell(
  spec: CellSpec & {
    placeholder?: string;
    dropEmpty?: boolean;
    /** Codes are typed here: a barcode scanner fills it. */
    codes?: boolean;
  },
) {
  const { value, set, clear, leave, readOnly, cell } = useCell(spec, textOf);
  if (readOnly) return textOf(value);
  return (
    <CellText
      {...cell}
      onBlur={spec.dropEmpty && textOf(value).trim() === '' ? () => set(undefined) : leave}
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
  /** Shown with the decimals of its currency at least. */
  readonly money?: boolean;
}

/** A JSON number in a row. */
export const NumberCell = (spec: CellSpec & Money) => <Decimal spec={spec} read={toNumber} />;

/** A number or decimal text in a row: it stays of the kind it was, and a new one is text. */
export function AmountCell(spec: CellSpec & Money) {
  const read = useAmountKind(spec.path);
  return <Decimal spec={spec} read={read} />;
}

/** One of a set of values that may be open. */
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

/** On or off in a row. */
export function FlagCell(spec: CellSpec & { as?: 'switch' | 'check' }) {
  const say = useFormText();
  const { value, set, readOnly, leave } = useCell(
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
    onBlur: leave,
  };
  return spec.as === 'switch' ? <Switch {...props} /> : <Checkbox {...props} />;
}

/** The one of several rows that is chosen; `onPick` makes it so. */
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
