import { useQuery } from '@tanstack/react-query';
import { useApp } from '@/core/app/shell/app-context';
import { DayFilter } from '@/core/app/grid/filters/day-filter';
import { OptionList } from '@/core/app/grid/filters/option-list';
import { useTextOf } from '@/core/app/i18n/i18n';
import type { Row } from '@/core/app/data/row';
import { useFormat } from '@/core/app/i18n/use-format';
import { Chip } from '@/core/ui/display/chip';
import { kinds } from './kinds';
import type { LogEntry, LogState } from './log-query';
import styles from './log.module.css';

/** The filters of the log, in its address: time, what happened, user or key, address. */
export function LogChips({ state, entries }: { state: LogState; entries: readonly LogEntry[] }) {
  return (
    <>
      <TimeChip state={state} />
      <KindChip state={state} />
      <WhoChip state={state} />
      <AddressChip state={state} entries={entries} />
    </>
  );
}

function TimeChip({ state: { filters, change } }: { state: LogState }) {
  const say = useTextOf('securityevent');
  const format = useFormat();
  const { from, until } = filters;
  const words = [
    ...(from ? [until === from ? format.day(from) : say('filter.since', { day: format.day(from) })] : []),
    ...(until && until !== from ? [say('filter.upTo', { day: format.day(until) })] : []),
  ];
  return (
    <Chip
      label={say('filter.time')}
      value={words.length > 0 ? words.join(' ') : undefined}
      onRemove={words.length > 0 ? () => change({ from: null, until: null }) : undefined}
      menu={
        <div className={styles.days}>
          <DayFilter
            label={say('filter.from')}
            value={from ?? ''}
            onChange={(day) => change({ from: day || null })}
          />
          <DayFilter
            label={say('filter.until')}
            value={until ?? ''}
            onChange={(day) => change({ until: day || null })}
          />
        </div>
      }
    />
  );
}

function KindChip({ state: { filters, change } }: { state: LogState }) {
  const say = useTextOf('securityevent');
  const chosen = filters.kind;
  return (
    <Chip
      label={say('filter.kind')}
      value={chosen.length > 0 ? chosen.map((kind) => say(`kind.${kind}`)).join(', ') : undefined}
      onRemove={chosen.length > 0 ? () => change({ kind: [] }) : undefined}
      menu={
        <OptionList
          label={say('filter.kind')}
          options={kinds.map((value) => ({ value, label: say(`kind.${value}`) }))}
          chosen={chosen}
          onToggle={(value, isOn) =>
            change({ kind: isOn ? [...chosen, value] : chosen.filter((one) => one !== value) })
          }
        />
      }
    />
  );
}

function WhoChip({ state: { filters, change } }: { state: LogState }) {
  const { client } = useApp().current;
  const say = useTextOf('securityevent');
  const { data } = useQuery({
    queryKey: ['securityevent', 'people'],
    queryFn: async ({ signal }) => {
      const list = (name: string) => client.list<Row>(name, { pageSize: 1000 }, signal);
      const [users, keys] = await Promise.all([list('user'), list('apikey')]);
      return [
        ...users.rows.map((row) => ({ value: `user_id=${row.id}`, label: nameOf(row) })),
        ...keys.rows.map((row) => ({ value: `key_id=${row.id}`, label: nameOf(row) })),
      ];
    },
    staleTime: 60_000,
  });
  const { user_id: user, key_id: key } = filters;
  const chosen = user ? `user_id=${user}` : key ? `key_id=${key}` : null;
  const nobody = { user_id: null, key_id: null };
  return (
    <Chip
      label={say('filter.who')}
      value={
        chosen === null
          ? undefined
          : (data?.find(({ value }) => value === chosen)?.label ?? (user ?? key ?? '').slice(0, 8))
      }
      onRemove={chosen === null ? undefined : () => change(nobody)}
      menu={
        <OptionList
          label={say('filter.who')}
          options={data ?? []}
          chosen={chosen === null ? [] : [chosen]}
          onToggle={(value, isOn) => {
            const [name = '', id = ''] = value.split('=');
            change(isOn ? { ...nobody, [name]: id } : nobody);
          }}
        />
      }
    />
  );
}

/** Addresses that the log shows, and the one that is chosen. */
function AddressChip({
  state: { filters, change },
  entries,
}: {
  state: LogState;
  entries: readonly LogEntry[];
}) {
  const say = useTextOf('securityevent');
  const chosen = filters.address;
  const known = new Set([...(chosen ? [chosen] : []), ...entries.flatMap(({ address }) => address ?? [])]);
  return (
    <Chip
      label={say('filter.address')}
      value={chosen ?? undefined}
      onRemove={chosen === null ? undefined : () => change({ address: null })}
      menu={
        <OptionList
          label={say('filter.address')}
          options={[...known].map((value) => ({ value, label: value }))}
          chosen={chosen === null ? [] : [chosen]}
          onToggle={(value, isOn) => change({ address: isOn ? value : null })}
        />
      }
    />
  );
}

const nameOf = (row: Row): string => (typeof row['name'] === 'string' ? row['name'] : row.id.slice(0, 8));
