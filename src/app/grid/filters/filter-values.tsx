import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { z } from 'zod';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { useText, useTextOf } from '../../i18n/i18n';
import { findRecordsQuery } from '../../data/find-query';
import { matchCountQuery, recordLabelQuery } from '../../data/queries';
import { nameOf, withChosen, type Chosen, type Screen, type ScreenFilter } from '../../shell/screen';
import type { Row } from '../../data/row';
import type { RowQuery } from '../../data/row-source';
import { useFormat } from '../../i18n/use-format';
import type { Format } from '../../i18n/formats';
import { OptionList } from './option-list';
import { choiceText, plain } from '../rows/cell';
import { useSearchPace } from '@/ui/fields/search-pace';

/** The most values whose records are counted. */
const maxCounted = 20;

interface FilterValuesProps {
  readonly screen: Screen;
  readonly filter: ScreenFilter;
  /** The list that is filtered, whose records are counted; without it they are not. */
  readonly query?: RowQuery | undefined;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly label: string;
  /** Whether records without these values can be chosen. */
  readonly mayExclude: boolean;
}

type Values = Omit<FilterValuesProps, 'chosen' | 'onChange' | 'mayExclude'> & {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly below: ComponentProps<typeof OptionList>['below'];
};

/**
 * The values of a filter to choose from: records of another resource with a search, or the given ones. Below them is
 * the choice of the records that have none of these.
 */
export function FilterValues({ chosen, onChange, mayExclude, ...props }: FilterValuesProps) {
  const say = useText();
  // Kept here too: it may be chosen before the first value is.
  const [isExcluding, setIsExcluding] = useState(chosen.isExcluding);
  const values: Values = {
    ...props,
    values: chosen.values,
    onChange: (next) => onChange({ values: next, isExcluding }),
    below: mayExclude
      ? {
          label: say('filter.isNot'),
          checked: isExcluding,
          onChange: (on) => {
            setIsExcluding(on);
            onChange({ values: chosen.values, isExcluding: on });
          },
        }
      : undefined,
  };
  const { references, offered } = props.filter;
  if (references !== undefined) return <ReferenceValues references={references} {...values} />;
  return offered === undefined ? (
    <GivenValues {...values} />
  ) : (
    <OfferedValues offered={offered} {...values} />
  );
}

/** Returns the chosen values after a click. Filters that compare no field take one value, unless the service offers them. */
function toggled({ screen, filter, values }: Values, value: string, on: boolean): readonly string[] {
  if (!on) return values.filter((one) => one !== value);
  const isSingle =
    filter.references === undefined &&
    filter.offered === undefined &&
    Object.hasOwn(screen.contract.extraFilters, filter.name);
  return isSingle ? [value] : [...values, value];
}

function GivenValues(props: Values) {
  const { screen, filter, query, values, onChange, label, below } = props;
  const say = useTextOf(screen.contract.name);
  const offered = filter.values ?? [];
  const countOf = useCounts(screen, filter, query, offered);
  const options = offered.map((value) => ({
    value,
    label: filter.names?.[value] ?? choiceText(say, filter.name, value),
    detail: countOf(value),
  }));
  return (
    <OptionList
      label={label}
      below={below}
      options={options}
      selected={values}
      onToggle={(value, on) => onChange(toggled(props, value, on))}
    />
  );
}

/** Options of a reference filter: the selected records, then the results of the search. */
function ReferenceValues(props: Values & { references: string }) {
  const { screen, filter, references, query, values, onChange, label, below } = props;
  const { source, screens } = useApp();
  const say = useText();
  const messageOf = useSearchMessage();
  const format = useFormat();
  const [text, setText] = useState('');
  // Records that were selected on opening stay on top, so that a click does not move the next option.
  const [first] = useState(values);
  const q = useSearchPace(text.trim());
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
  const countOf = useCounts(
    screen,
    filter,
    query,
    rows.map(({ id }) => id),
  );
  return (
    <OptionList
      label={label}
      below={below}
      search={{ text, onChange: setText, placeholder: say('filter.search') }}
      options={rows.map((row) => optionOf(row, target, format, countOf(row.id)))}
      selected={values}
      onToggle={(value, on) => onChange(toggled(props, value, on))}
      message={messageOf(search, rows.length)}
    />
  );
}

/** Returns a function for what is said below the options of a search: why there are none; undefined if there are. */
function useSearchMessage() {
  const say = useText();
  const errorText = useErrorText();
  return ({ error, isPending }: { error: Error | null; isPending: boolean }, count: number) => {
    if (error) return errorText(error);
    return count > 0 ? undefined : say(isPending ? 'list.loading' : 'filter.none');
  };
}

const offers = z.array(z.object({ value: z.string(), records: z.int() }));

/** Options that the service offers: the values that records have, those of most records first. They tell no case. */
function OfferedValues(props: Values & { offered: string }) {
  const { screen, filter, offered, query, values, onChange, label, below } = props;
  const { client } = useApp().current;
  const say = useText();
  const messageOf = useSearchMessage();
  const [text, setText] = useState('');
  const [first] = useState(values);
  const q = useSearchPace(text.trim());
  const search = useQuery({
    queryKey: [screen.contract.name, 'offered', offered, q],
    queryFn: async ({ signal }) =>
      offers.parse(await client.json(`/api/secure/${offered}?${new URLSearchParams({ q })}`, signal)),
    placeholderData: keepPreviousData,
  });
  const found = (search.data ?? []).map(({ value }) => value);
  // An address may have a value in another case than the records.
  const written = new Map(found.map((value) => [value.toLowerCase(), value]));
  const asWritten = (value: string) => written.get(value.toLowerCase()) ?? value;
  const shown = q === '' ? [...new Set([...first.map(asWritten), ...found])] : found;
  const selected = values.map(asWritten);
  const countOf = useCounts(screen, filter, query, shown);
  return (
    <OptionList
      label={label}
      below={below}
      search={{ text, onChange: setText, placeholder: say('filter.search') }}
      options={shown.map((value) => ({ value, label: value, detail: countOf(value) }))}
      selected={selected}
      onToggle={(value, on) => onChange(toggled({ ...props, values: selected }, value, on))}
      message={messageOf(search, shown.length)}
    />
  );
}

const optionOf = (row: Row, screen: Screen | undefined, format: Format, count: string | undefined) => ({
  value: row.id,
  label: nameOf(screen ?? {}, row, format),
  detail:
    count ?? (screen?.code === undefined || row[screen.code] === null ? undefined : plain(row[screen.code])),
});

/** Returns a function for how many records of the list have a value, beside its other filters. */
function useCounts(
  screen: Screen,
  filter: ScreenFilter,
  query: RowQuery | undefined,
  values: readonly string[],
): (value: string) => string | undefined {
  const { source } = useApp();
  const format = useFormat();
  const counted = query ? values.slice(0, maxCounted) : [];
  const counts = useQueries({
    queries: counted.map((value) =>
      matchCountQuery(source, screen.contract, {
        ...query!,
        filters: { ...query?.filters, ...withChosen(filter, { values: [value], isExcluding: false }) },
      }),
    ),
  });
  return (value) => {
    const count = counts[counted.indexOf(value)]?.data;
    return count === undefined ? undefined : format.count(count);
  };
}
