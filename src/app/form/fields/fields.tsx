import { CheckField, SwitchField } from '@/ui/fields/choices/choice-field';
import { ColorField } from '@/ui/fields/color-field';
import { isDay } from '@/ui/fields/dates/day-text';
import { DateField, TimeField } from '@/ui/fields/dates/date-field';
import { DecimalField, IntegerField } from '@/ui/fields/number-field';
import { SelectField } from '@/ui/fields/choices/select-field';
import { TextAreaField, TextField } from '@/ui/fields/text-field';
import { formatTime } from '../../i18n/format';
import { useFormat } from '../../i18n/use-format';
import { isNumber, valueAt, type Json } from '@/record/json';
import type { FieldPath } from '../engine/form-values';
import { useFieldProps, type FieldSpec } from '../engine/use-record-field';
import { useRecord, useResourceText } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf, toDecimalText, toNumber } from '../engine/number-text';
import { useDecimalBox, useDecimalTexts } from './use-decimal';

interface Unit {
  /** Muted unit after the number: "€". */
  readonly unit?: string | undefined;
  /** An amount of money: shown with at least its currency's decimals, and with its symbol. */
  readonly money?: boolean;
}

/** Single-line text. */
export function TextInput(
  spec: FieldSpec & { type?: 'text' | 'email' | 'tel'; placeholder?: string; codes?: boolean },
) {
  const { value, set, clear, frame } = useFieldProps(spec, textOf);
  return (
    <TextField
      {...frame}
      type={spec.type}
      codes={spec.codes}
      placeholder={spec.placeholder}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(text))}
    />
  );
}

/** Currency code; lower case is converted to upper case. */
export function CurrencyInput(spec: FieldSpec) {
  const { value, set, clear, frame } = useFieldProps(spec, textOf, 'currency');
  return (
    <TextField
      {...frame}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(text.trim().toUpperCase()))}
    />
  );
}

/** Multi-line text. */
export function TextAreaInput(spec: FieldSpec & { rows?: number }) {
  const { value, set, clear, frame } = useFieldProps(spec, textOf);
  return (
    <TextAreaField
      {...frame}
      rows={spec.rows}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(text))}
    />
  );
}

function Decimal({ spec, read }: { spec: FieldSpec & Unit; read: (text: string) => Json }) {
  const { money } = spec;
  const { currency } = useFormat();
  const { show } = useDecimalTexts(money);
  const { frame, ...field } = useFieldProps(spec, show, 'number');
  const box = useDecimalBox(field, { money, read });
  return <DecimalField {...frame} {...box} unit={spec.unit ?? (money ? currency : undefined)} />;
}

/** Decimal text on the wire: `base_price`, `rate`. */
export const DecimalTextInput = (spec: FieldSpec & Unit) => <Decimal spec={spec} read={toDecimalText} />;

/** JSON number on the wire: `data.cost_price`. */
export const NumberInput = (spec: FieldSpec & Unit) => <Decimal spec={spec} read={toNumber} />;

/** Number or decimal text on the wire: keeps the type of the stored value; a new value is text. */
export function AmountInput(spec: FieldSpec & Unit) {
  const read = useAmountKind(spec.path ?? spec.name.split('.'));
  return <Decimal spec={spec} read={read} />;
}

/**
 * Returns the parser for text typed at a path: to the wire type of the value that is there, number or decimal text.
 */
export function useAmountKind(path: FieldPath): (text: string) => Json {
  const keys = path.map(String);
  const isNumeric = useRecord((state) => isNumber(valueAt(state.base, keys) ?? valueAt(state.current, keys)));
  return isNumeric ? toNumber : toDecimalText;
}

/** Integer on the wire. */
export const IntegerInput = (spec: FieldSpec & Unit) => <Integer {...spec} />;

/** Integer by which people identify a record: `customer_num`. */
export const RecordNumberInput = (spec: FieldSpec) => <Integer {...spec} names />;

function Integer(spec: FieldSpec & Unit & { names?: boolean }) {
  const { value, set, clear, frame } = useFieldProps(spec, textOf, 'integer');
  return (
    <IntegerField
      {...frame}
      unit={spec.unit}
      isIdentifier={spec.names}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(toNumber(text)))}
    />
  );
}

/** Day, `YYYY-MM-DD`. */
export function DayInput(spec: FieldSpec) {
  const format = useFormat();
  const show = (day: Json | undefined) => (isDay(textOf(day)) ? format.day(day) : textOf(day));
  const { value, set, clear, frame } = useFieldProps(spec, show, 'day');
  return (
    <DateField {...frame} value={textOf(value)} onChange={(text) => (text === '' ? clear() : set(text))} />
  );
}

/** Time of day, `HH:MM`. */
export function TimeInput(spec: FieldSpec) {
  const { locale } = useFormat();
  const show = (time: Json | undefined) => formatTime(textOf(time), locale);
  const { value, set, clear, frame } = useFieldProps(spec, show, 'time');
  return (
    <TimeField {...frame} value={textOf(value)} onChange={(text) => (text === '' ? clear() : set(text))} />
  );
}

function useFlag(spec: FieldSpec) {
  const say = useFormText();
  const show = (value: Json | undefined) =>
    value === undefined || value === null ? '' : say(value === true ? 'yes' : 'no');
  const { value, set, clear, frame, path } = useFieldProps(spec, show, 'choice');
  const wasThere = useRecord((state) => valueAt(state.base, path.map(String)) !== undefined);
  // A flag that was missing and is switched on and off again is missing again.
  const onChange = (on: boolean) => (on || wasThere ? set(on) : clear());
  return { ...frame, value: value === true, onChange };
}

/** Flag as a switch. */
export const SwitchInput = (spec: FieldSpec) => <SwitchField {...useFlag(spec)} />;

/** Flag as one of several check boxes. */
export const CheckInput = (spec: FieldSpec) => <CheckField {...useFlag(spec)} />;

interface Choice {
  /** The known values; their labels are the texts `name=value`. */
  readonly options: readonly string[];
  /** Other values may be typed. */
  readonly open?: boolean;
  /** The value is a JSON number. */
  readonly numeric?: boolean;
  readonly clearable?: boolean;
  /** What is so while nothing is chosen. */
  readonly placeholder?: string;
  /** Returns the label of a value that has no text, such as a time zone. */
  readonly labelOf?: (value: string) => string;
}

/** One of a set of values. */
export function SelectInput(spec: FieldSpec & Choice) {
  const text = useResourceText();
  const { options, labelOf = (value) => text(`${spec.name}=${value}`) } = spec;
  const shownOf = (value: string) => (options.includes(value) ? labelOf(value) : value);
  const { value, set, clear, frame } = useFieldProps(
    spec,
    (shown) => shownOf(textOf(shown)),
    spec.numeric ? 'integer' : 'choice',
  );
  return (
    <SelectField
      {...frame}
      value={textOf(value)}
      options={options.map((option) => ({ value: option, label: shownOf(option) }))}
      creatable={spec.open && !frame.readOnly}
      clearable={spec.clearable && !frame.readOnly}
      placeholder={spec.placeholder}
      onChange={(next) => (next === '' ? clear() : set(spec.numeric ? toNumber(next) : next))}
    />
  );
}

/** Colours that are distinguishable in light and dark mode; their names are texts. */
const palette = {
  petrol: '#0c606b',
  green: '#3f7d45',
  olive: '#8a7a1f',
  copper: '#b0612a',
  red: '#b23b3b',
  plum: '#7d4a86',
  blue: '#3a62a8',
  stone: '#6b7478',
} as const;

/** Colour, `#rrggbb`. */
export function ColorInput(spec: FieldSpec) {
  const say = useFormText();
  const { value, set, clear, frame } = useFieldProps(spec, textOf);
  const named = Object.entries(palette).flatMap(([name, color]) => {
    const key = `color.${name}`;
    return isColorKey(key) ? [{ value: color, label: say(key) }] : [];
  });
  return (
    <ColorField
      {...frame}
      palette={named}
      hexLabel={say('color.hex')}
      value={textOf(value)}
      onChange={(text) => (text === '' ? clear() : set(text))}
    />
  );
}

const isColorKey = (key: string): key is `color.${keyof typeof palette}` =>
  key.startsWith('color.') && Object.hasOwn(palette, key.slice('color.'.length));
