import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp, useReadableScreens } from '@/app/shell/app-context';
import { OptionList } from '@/app/grid/filters/option-list';
import { useTextOf } from '@/app/i18n/i18n';
import { nameOf } from '@/app/shell/screen';
import { useFormat } from '@/app/i18n/use-format';
import { Chip } from '@/ui/display/chip';
import type { TrailState } from './trail-query';
import { useSearchPace } from '@/ui/fields/search-pace';

/** How many records of each resource are offered at most. */
const most = 6;

/** Filter chip for the events of one record. It searches records by name, code or number, inactive ones included. */
export function RecordChip(props: {
  state: TrailState;
  /** The resources that have events. */
  entities: readonly string[];
  /** The name of the chosen record. */
  name: string;
}) {
  const { state, entities, name } = props;
  const { entity_id: chosen, entity: kinds } = state.filters;
  const tell = useTextOf('event');
  const [typed, setTyped] = useState('');
  const q = useSearchPace(typed.trim());
  const matches = useMatches(q, kinds.length > 0 ? kinds : entities);
  const label = tell('filter.entity_id');
  return (
    <Chip
      label={label}
      value={chosen === null ? undefined : name}
      onRemove={chosen === null ? undefined : () => state.change({ entity_id: null })}
      menu={
        <OptionList
          label={label}
          search={{ text: typed, onChange: setTyped, placeholder: tell('record.search') }}
          options={matches.options}
          selected={chosen === null ? [] : [chosen]}
          onToggle={(id, on) => state.change({ entity_id: on ? id : null })}
          message={
            q !== '' && matches.options.length === 0 && !matches.isFinding ? tell('record.none') : undefined
          }
        />
      }
    />
  );
}

function useMatches(q: string, kinds: readonly string[]) {
  const { source, current } = useApp();
  const tell = useTextOf('event');
  const format = useFormat();
  const screens = useReadableScreens().filter(
    ({ contract }) => kinds.includes(contract.name) && contract.answer === undefined,
  );
  const results = useQueries({
    queries: screens.map(({ contract }) => ({
      queryKey: [contract.name, 'find any', q],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await source.page(contract, { q, sort: 'name', active: 'all', filters: {} }, 0, signal)).rows,
      enabled: q !== '',
    })),
  });
  // Events of a record belong to the company that owns it: records inherited from a parent have none here.
  const companyId = current.me?.company.id;
  const options = screens.flatMap((screen, n) =>
    (q === '' ? [] : (results[n]?.data ?? []))
      .filter((row) => row['company_id'] === companyId)
      .slice(0, most)
      .map((row) => ({
        value: row.id,
        label: nameOf(screen, row, format),
        detail: tell(`one.${screen.contract.name}`),
      })),
  );
  return { options, isFinding: results.some(({ isFetching }) => isFetching) };
}
