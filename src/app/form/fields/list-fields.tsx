import { PillsField, WeekdaysField } from '@/ui/fields/choices/pills-field';
import { TagsField } from '@/ui/fields/choices/tags-field';
import { TextAreaField } from '@/ui/fields/text-field';
import { isArray, isNumber, numberOf, type Json } from '@/record/json';
import { useFormat } from '../../i18n/use-format';
import { weekdayNames } from '../../i18n/weekdays';
import { useFieldProps, type FieldSpec } from '../engine/use-record-field';
import { useResourceText } from '../engine/record-context';
import { useFormText } from '../texts';
import { textOf } from '../engine/number-text';

const listOf = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : []);
const isWord = (value: Json): value is string => typeof value === 'string';

/** Replaces the strings of a list; elements that are not strings stay where they are. */
const withStrings = (list: readonly Json[], strings: readonly string[]): Json[] => [
  ...list.filter((value) => !isWord(value) || strings.includes(value)),
  ...strings.filter((word) => !list.includes(word)),
];

/**
 * Returns the strings of a list with the props of a control that edits them; elements that are not strings are kept.
 */
export function useStrings(spec: FieldSpec, wordOf: (value: string) => string = (value) => value) {
  const { value, set, clear, frame } = useFieldProps(spec, (shown) =>
    isArray(shown) ? shown.map((item) => wordOf(textOf(item))).join(', ') : textOf(shown),
  );
  const say = useFormText();
  const list = listOf(value);
  const others = list.filter((item) => !isWord(item));
  return {
    ...frame,
    help: others.length > 0 ? say('alsoKept', { values: others.map(textOf).join(', ') }) : frame.help,
    value: list.filter(isWord),
    onChange: (strings: readonly string[]) => {
      const next = withStrings(list, strings);
      if (next.length === 0) clear();
      else set(next);
    },
  };
}

/** Strings that are added and removed one by one. */
export function TagsInput(spec: FieldSpec & { addLabel: string; suggestions?: readonly string[] }) {
  return <TagsField {...useStrings(spec)} addLabel={spec.addLabel} suggestions={spec.suggestions} />;
}

/**
 * Any of the known values, labelled by the texts `name=value`. Other values are shown and kept until switched off.
 */
export function PillsInput(spec: FieldSpec & { options: readonly string[] }) {
  const text = useResourceText();
  const labelOf = (value: string) => (spec.options.includes(value) ? text(`${spec.name}=${value}`) : value);
  const field = useStrings(spec, labelOf);
  return <PillsField {...field} options={spec.options.map((value) => ({ value, label: labelOf(value) }))} />;
}

/** Days of the week, 1 Monday to 7 Sunday; an empty list means every day. */
export function WeekdaysInput(spec: FieldSpec) {
  const names = weekdayNames(useFormat().locale);
  const say = useFormText();
  const dayOf = (value: Json) => (isNumber(value) ? Number(value.value) : 0);
  const { value, set, clear, frame } = useFieldProps(
    spec,
    (shown) =>
      listOf(shown)
        .map((day) => names[dayOf(day) - 1] ?? textOf(day))
        .join(', ') || say('everyDay'),
  );
  return (
    <WeekdaysField
      {...frame}
      names={names}
      value={listOf(value).map(dayOf)}
      onChange={(days) => (days.length === 0 ? clear() : set(days.map((day) => numberOf(String(day)))))}
    />
  );
}

/** A list of strings in their order, one per line. */
export function LinesInput(spec: FieldSpec & { rows?: number }) {
  const { value, set, clear, frame } = useFieldProps(spec, (shown) => listOf(shown).map(textOf).join('\n'));
  const say = useFormText();
  const list = listOf(value);
  const others = list.filter((item) => !isWord(item));
  return (
    <TextAreaField
      {...frame}
      help={others.length > 0 ? say('alsoKept', { values: others.map(textOf).join(', ') }) : frame.help}
      rows={spec.rows}
      value={list.filter(isWord).join('\n')}
      onChange={(text) => {
        const next = [...(text === '' ? [] : text.split('\n')), ...others];
        if (next.length === 0) clear();
        else set(next);
      }}
    />
  );
}
