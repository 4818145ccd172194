import type { Resource } from '@/contract/resource';
import * as fields from './fields';
import * as lists from './list-fields';
import { ifSeen } from '../engine/field-rights';
import { ReferenceInput } from './reference-input';
import { ReferencesInput } from './reference-input';

type DataKey<R extends Resource> = keyof R['data']['shape'] & string;

/** Name of a resource's field as its form writes it; within `data` separated by dots. */
export type FieldName<R extends Resource> =
  | (keyof R['fields'] & string)
  | `data.${DataKey<R>}`
  | `data.${DataKey<R>}.${string}`;

const all = {
  Text: ifSeen(fields.TextInput),
  TextArea: ifSeen(fields.TextAreaInput),
  Currency: ifSeen(fields.CurrencyInput),
  DecimalText: ifSeen(fields.DecimalTextInput),
  Number: ifSeen(fields.NumberInput),
  Amount: ifSeen(fields.AmountInput),
  Integer: ifSeen(fields.IntegerInput),
  RecordNumber: ifSeen(fields.RecordNumberInput),
  Day: ifSeen(fields.DayInput),
  Time: ifSeen(fields.TimeInput),
  Switch: ifSeen(fields.SwitchInput),
  Check: ifSeen(fields.CheckInput),
  Select: ifSeen(fields.SelectInput),
  Color: ifSeen(fields.ColorInput),
  Tags: ifSeen(lists.TagsInput),
  Lines: ifSeen(lists.LinesInput),
  Pills: ifSeen(lists.PillsInput),
  Weekdays: ifSeen(lists.WeekdaysInput),
  Reference: ifSeen(ReferenceInput),
  References: ifSeen(ReferencesInput),
};

type Named<C, Name extends string> = C extends (props: infer P) => infer Out
  ? (props: Omit<P, 'name'> & { readonly name: Name }) => Out
  : never;

type FieldsOf<R extends Resource> = {
  readonly [K in keyof typeof all]: Named<(typeof all)[K], FieldName<R>>;
};

/**
 * Returns the bound fields, with names checked against a contract by the compiler: `<f.Text name="data.email" />`.
 */
export const fieldsOf = <R extends Resource>(_resource: R): FieldsOf<R> => all;
