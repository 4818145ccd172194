import type { Resource } from '@/contract/resource';
import * as fields from './fields';
import * as lists from './list-fields';
import { ReferenceInput } from './reference-input';
import { ReferencesInput } from './references-input';

type DataKey<R extends Resource> = keyof R['data']['shape'] & string;

/** Name of a resource's field as its form writes it; within `data` separated by dots. */
export type FieldName<R extends Resource> =
  | (keyof R['fields'] & string)
  | `data.${DataKey<R>}`
  | `data.${DataKey<R>}.${string}`;

const all = {
  Text: fields.TextInput,
  TextArea: fields.TextAreaInput,
  Currency: fields.CurrencyInput,
  DecimalText: fields.DecimalTextInput,
  Number: fields.NumberInput,
  Amount: fields.AmountInput,
  Integer: fields.IntegerInput,
  RecordNumber: fields.RecordNumberInput,
  Day: fields.DayInput,
  Time: fields.TimeInput,
  Switch: fields.SwitchInput,
  Check: fields.CheckInput,
  Select: fields.SelectInput,
  Color: fields.ColorInput,
  Tags: lists.TagsInput,
  Lines: lists.LinesInput,
  Pills: lists.PillsInput,
  Weekdays: lists.WeekdaysInput,
  Reference: ReferenceInput,
  References: ReferencesInput,
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
