import { mayRead } from '../session/session';
import { useQuery } from '@tanstack/react-query';
import { Chip } from '@/ui/display/chip';
import type { Row } from '../data/row';
import { DayFilter } from '../grid/filters/day-filter';
import { OptionList } from '../grid/filters/option-list';
import type { Format } from '../i18n/formats';
import { useTextOf, type SayOf } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import { shortId } from '../record/value-words';
import type { LogFilters } from './log-query';
import styles from './log.module.css';

interface ChipProps {
  /** The resource of the log, whose texts `filter.*` the chip shows. */
  readonly resource: string;
  readonly filters: LogFilters;
  readonly change: (part: Partial<LogFilters>) => void;
}

/** Returns the days of a log's filters in words: "from 1 Mar 2026 to 31 Mar 2026"; empty without any. */
export function timeInWords({ from, until }: LogFilters, tell: SayOf, format: Format): string {
  return [
    ...(from ? [until === from ? format.day(from) : tell('filter.since', { day: format.day(from) })] : []),
    ...(until && until !== from ? [tell('filter.upTo', { day: format.day(until) })] : []),
  ].join(' ');
}

/** Filter chip for the first and the last day, both included. */
export function TimeChip({ resource, filters, change }: ChipProps) {
  const { from, until } = filters;
  const tell = useTextOf(resource);
  const format = useFormat();
  const words = timeInWords(filters, tell, format);
  return (
    <Chip
      label={tell('filter.time')}
      value={words || undefined}
      onRemove={words ? () => change({ from: null, until: null }) : undefined}
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

/** Filter chip for one or more of a list of values. */
export function SetChip(props: {
  label: string;
  values: readonly string[];
  text: (value: string) => string;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}) {
  const { label, values, text, chosen, onChange } = props;
  return (
    <Chip
      label={label}
      value={chosen.length > 0 ? chosen.map(text).join(', ') : undefined}
      onRemove={chosen.length > 0 ? () => onChange([]) : undefined}
      menu={
        <OptionList
          label={label}
          options={values.map((value) => ({ value, label: text(value) }))}
          selected={chosen}
          onToggle={(value, isOn) =>
            onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      }
    />
  );
}

/**
 * Filter chip for one user or API key. It offers an administrator all users and keys, and other roles, which may not
 * read these, the `actors` of the entries that are loaded.
 */
export function WhoChip({
  resource,
  filters: { user_id: user, key_id: key },
  change,
  listLabel,
  actors = [],
}: ChipProps & { listLabel: string; actors?: readonly Actor[] }) {
  const { current, screens } = useApp();
  const { client, me } = current;
  const tell = useTextOf(resource);
  const isReadable = (name: string) => {
    const access = screens[name]?.contract.access;
    return access !== undefined && mayRead(me, access);
  };
  const { data } = useQuery({
    queryKey: [resource, 'people'],
    queryFn: async ({ signal }) => {
      const list = async (name: string) =>
        isReadable(name) ? (await client.list<Row>(name, { pageSize: 1000 }, signal)).rows : [];
      const [users, keys] = await Promise.all([list('user'), list('apikey')]);
      return [
        ...users.map((row) => [`user_id=${row.id}`, nameOf(row)] as const),
        ...keys.map((row) => [`key_id=${row.id}`, nameOf(row)] as const),
      ];
    },
    enabled: me !== null && isReadable('user'),
    staleTime: 60_000,
  });
  const options = new Map<string, string>(data);
  for (const actor of actors) {
    const value = actor.user_id ? `user_id=${actor.user_id}` : `key_id=${actor.key_id}`;
    if (actor.who !== '' && (actor.user_id || actor.key_id) && !options.has(value))
      options.set(value, actor.who);
  }
  const chosen = user ? `user_id=${user}` : key ? `key_id=${key}` : null;
  const nobody = { user_id: null, key_id: null };
  return (
    <Chip
      label={tell('filter.who')}
      value={chosen === null ? undefined : (options.get(chosen) ?? shortId(user ?? key ?? ''))}
      onRemove={chosen === null ? undefined : () => change(nobody)}
      menu={
        <OptionList
          label={listLabel}
          options={[...options].map(([value, label]) => ({ value, label }))}
          selected={chosen === null ? [] : [chosen]}
          onToggle={(value, isOn) => {
            const [name = '', id = ''] = value.split('=');
            change(isOn ? { ...nobody, [name]: id } : nobody);
          }}
        />
      }
    />
  );
}

/** Who made an entry; empty text for what is unknown. */
export interface Actor {
  readonly user_id: string;
  readonly key_id: string;
  readonly who: string;
}

const nameOf = (row: Row): string => (typeof row['name'] === 'string' ? row['name'] : shortId(row.id));
