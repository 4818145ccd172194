import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/core/app/shell/app-context';
import { DayFilter } from '@/core/app/grid/filters/day-filter';
import { textOf } from '@/core/app/form/engine/number-text';
import { OptionList } from '@/core/app/grid/filters/option-list';
import { useTextOf } from '@/core/app/i18n/i18n';
import type { JsonObject } from '@/core/app/record/json';
import type { Row } from '@/core/app/data/row';
import { useFormat } from '@/core/app/i18n/use-format';
import { Chip } from '@/core/ui/display/chip';
import { actions } from './contract';
import { RecordChip } from './record-chip';
import { texts } from './texts';
import type { TrailFilters, useTrailState } from './trail-query';
import styles from './trail.module.css';
import { short } from './words';

type State = ReturnType<typeof useTrailState>;

/** Resources that the trail tells of, as its texts name them. */
const entities = Object.keys(texts.en).flatMap((key) => (key.startsWith('one.') ? [key.slice(4)] : []));

/** The filters of the trail, in its address: time, person or key, type of record, action, one record. */
export function TrailChips({ state, events }: { state: State; events: readonly JsonObject[] }) {
  const { filters, change } = state;
  const tell = useTextOf('event');
  return (
    <>
      <TimeChip filters={filters} change={change} />
      <WhoChip filters={filters} change={change} events={events} />
      <SetChip name="entity" values={entities} text={(value) => tell(`one.${value}`)} state={state} />
      <SetChip name="action" values={actions} text={(value) => tell(`action.${value}`)} state={state} />
      <RecordChip
        state={state}
        entities={entities}
        name={filters.entity_id === null ? '' : nameIn(events, filters.entity_id)}
      />
    </>
  );
}

interface Change {
  filters: TrailFilters;
  change: State['change'];
}

function SetChip(props: {
  name: 'entity' | 'action';
  values: readonly string[];
  text: (value: string) => string;
  state: State;
}) {
  const { name, values, text, state } = props;
  const tell = useTextOf('event');
  const chosen = state.filters[name];
  const label = tell(`filter.${name}`);
  return (
    <Chip
      label={label}
      value={chosen.length > 0 ? chosen.map(text).join(', ') : undefined}
      onRemove={chosen.length > 0 ? () => state.change({ [name]: [] }) : undefined}
      menu={
        <OptionList
          label={label}
          options={values.map((value) => ({ value, label: text(value) }))}
          chosen={chosen}
          onToggle={(value, on) =>
            state.change({ [name]: on ? [...chosen, value] : chosen.filter((one) => one !== value) })
          }
        />
      }
    />
  );
}

function TimeChip({ filters, change }: Change) {
  const tell = useTextOf('event');
  const format = useFormat();
  const { from, until } = filters;
  const words = [
    ...(from ? [until === from ? format.day(from) : tell('filter.since', { day: format.day(from) })] : []),
    ...(until && until !== from ? [tell('filter.upTo', { day: format.day(until) })] : []),
  ];
  return (
    <Chip
      label={tell('filter.time')}
      value={words.length > 0 ? words.join(' ') : undefined}
      onRemove={words.length > 0 ? () => change({ from: null, until: null }) : undefined}
      menu={
        <div className={styles.days}>
          <DayFilter
            label={tell('filter.from')}
            value={from ?? ''}
            onChange={(day) => change({ from: day || null })}
          />
          <DayFilter
            label={tell('filter.until')}
            value={until ?? ''}
            onChange={(day) => change({ until: day || null })}
          />
        </div>
      }
    />
  );
}

/** Who may be asked for: for an administrator all people and keys, for others those that the trail shows. */
function WhoChip({ filters, change, events }: Change & { events: readonly JsonObject[] }) {
  const { client, me } = useApp().current;
  const tell = useTextOf('event');
  const known = useQuery({
    queryKey: ['event', 'people'],
    queryFn: async ({ signal }) => {
      const list = (name: string) => client.list<Row>(name, { pageSize: 1000 }, signal);
      const [users, keys] = await Promise.all([list('user'), list('apikey')]);
      return [
        ...users.rows.map((row) => [`user_id=${row.id}`, textOfName(row)] as const),
        ...keys.rows.map((row) => [`key_id=${row.id}`, textOfName(row)] as const),
      ];
    },
    enabled: me?.role === 'admin',
    staleTime: 60_000,
  });
  const options = new Map<string, string>(known.data);
  for (const event of events) {
    const [user, key] = [textOf(event['user_id']), textOf(event['key_id'])];
    const value = user ? `user_id=${user}` : `key_id=${key}`;
    if (textOf(event['who']) !== '' && (user || key) && !options.has(value))
      options.set(value, textOf(event['who']));
  }
  const { user_id: user, key_id: key } = filters;
  const chosen = user ? `user_id=${user}` : key ? `key_id=${key}` : null;
  const nobody = { user_id: null, key_id: null };
  return (
    <Chip
      label={tell('filter.who')}
      value={chosen === null ? undefined : (options.get(chosen) ?? short(user ?? key ?? ''))}
      onRemove={chosen === null ? undefined : () => change(nobody)}
      menu={
        <OptionList
          label={tell('filter.people')}
          options={[...options].map(([value, label]) => ({ value, label }))}
          chosen={chosen === null ? [] : [chosen]}
          onToggle={(value, on) => {
            const [name = '', id = ''] = value.split('=');
            change(on ? { ...nobody, [name]: id } : nobody);
          }}
        />
      }
    />
  );
}

const textOfName = (row: Row): string => (typeof row['name'] === 'string' ? row['name'] : short(row.id));

function nameIn(events: readonly JsonObject[], id: string): string {
  for (const { entity_id, after, payload } of events) {
    if (entity_id !== id) continue;
    for (const record of [after, payload])
      if (
        typeof record === 'object' &&
        record !== null &&
        'name' in record &&
        typeof record.name === 'string'
      )
        return record.name || short(id);
  }
  return short(id);
}
