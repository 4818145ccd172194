import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { useText, useTextOf } from '../../i18n/i18n';
import { findRecordsQuery, recordLabelQuery } from '../../data/queries';
import { nameOf, type Screen, type ScreenFilter } from '../../shell/screen';
import type { Row } from '../../data/row';
import { useFormat } from '../../i18n/use-format';
import type { Format } from '../../i18n/formats';
import { Chip } from '../../../ui/display/chip';
import { OptionList } from './option-list';
import { choiceText, plain } from '../rows/cell';
import { useDebouncedValue } from '../rows/use-virtual-rows';

/** Debounce of the search in a filter, in milliseconds. */
const debounce = 150;

/** A filter of a list: a chip with the selected values, and a popover to choose them. */
export function FilterChip(props: {
  screen: Screen;
  filter: ScreenFilter;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}) {
  const { screen, filter, values, onChange } = props;
  const say = useTextOf(screen.contract.name);
  const label = filter.label ?? say(filter.name);
  const names = useValueNames(screen, filter, values);
  return (
    <Chip
      label={label}
      value={values.length > 0 ? names.join(', ') : undefined}
      onRemove={values.length > 0 ? () => onChange([]) : undefined}
      menu={
        filter.references === undefined ? (
          <GivenValues screen={screen} filter={filter} values={values} onChange={onChange} label={label} />
        ) : (
          <ReferenceValues references={filter.references} values={values} onChange={onChange} label={label} />
        )
      }
    />
  );
}

/** Returns the labels of a filter's values, as far as they are loaded. */
export function useValueNames(screen: Screen, filter: ScreenFilter, values: readonly string[]): string[] {
  const { source, screens } = useApp();
  const say = useTextOf(screen.contract.name);
  const target = filter.references === undefined ? undefined : screens[filter.references];
  const format = useFormat();
  const records = useQueries({
    queries: target ? values.map((id) => recordLabelQuery(source, target.contract, id)) : [],
  });
  if (!target) return values.map((value) => filter.names?.[value] ?? choiceText(say, filter.name, value));
  return records.map((record) => (record.data ? nameOf(target, record.data, format) : '…'));
}

interface Values {
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  label: string;
}

const without = (values: readonly string[], value: string): string[] => values.filter((one) => one !== value);

function GivenValues({
  screen,
  filter,
  values,
  onChange,
  label,
}: Values & { screen: Screen; filter: ScreenFilter }) {
  const say = useTextOf(screen.contract.name);
  const options = (filter.values ?? []).map((value) => ({
    value,
    label: filter.names?.[value] ?? choiceText(say, filter.name, value),
  }));
  return (
    <OptionList
      label={label}
      options={options}
      selected={values}
      onToggle={(value, on) => onChange(on ? [...values, value] : without(values, value))}
    />
  );
}

/** Options of a reference filter: the selected records, then the results of the search. */
function ReferenceValues({ references, values, onChange, label }: Values & { references: string }) {
  const { source, screens } = useApp();
  const say = useText();
  const errorText = useErrorText();
  const format = useFormat();
  const [text, setText] = useState('');
  // Records that were selected on opening stay on top, so that a click does not move the next option.
  const [first] = useState(values);
  const q = useDebouncedValue(text.trim(), debounce);
  const target = screens[references];
  const search = useQuery({
    ...findRecordsQuery(source, target!.contract, q),
    enabled: target !== undefined,
  });
  const selectedRecords = useQueries({
    queries: target ? first.map((id) => recordLabelQuery(source, target.contract, id)) : [],
  });
  const onTop = q === '' ? selectedRecords.flatMap((one) => (one.data ? [one.data] : [])) : [];
  const ids = new Set(onTop.map((row) => row.id));
  const rows = [...onTop, ...(search.data ?? []).filter((row) => !ids.has(row.id))];
  return (
    <OptionList
      label={label}
      search={{ text, onChange: setText, placeholder: say('filter.search') }}
      options={rows.map((row) => optionOf(row, target, format))}
      selected={values}
      onToggle={(value, on) => onChange(on ? [...values, value] : without(values, value))}
      message={
        search.error
          ? errorText(search.error)
          : rows.length > 0
            ? undefined
            : search.isPending
              ? say('list.loading')
              : say('filter.none')
      }
    />
  );
}

const optionOf = (row: Row, screen: Screen | undefined, format: Format) => ({
  value: row.id,
  label: nameOf(screen ?? {}, row, format),
  detail: screen?.code === undefined || row[screen.code] === null ? undefined : plain(row[screen.code]),
});
