import { useQuery } from '@tanstack/react-query';
import { recordLabelQuery } from '@/app/data/queries';
import { textOf } from '@/app/form/engine/number-text';
import { mayRead, type Me } from '@/app/session/session';
import type { Screen } from '@/app/shell/screen';
import { ofTheBooks, readsBooks, readsHistory } from '@/contract/history';
import { useApp } from '@/app/shell/app-context';
import { useTextOf } from '@/app/i18n/i18n';
import { shortId } from '@/app/record/value-words';
import { OptionList } from '@/app/grid/filters/option-list';
import { SetChip, TimeChip, WhoChip } from '@/app/log/log-chips';
import { pointerOf } from '@/contract/pointer';
import { Chip } from '@/ui/display/chip';
import { isObject, type JsonObject } from '@/record/json';
import { actions } from './contract';
import { RecordChip } from './record-chip';
import { useRecordNames } from './record-names';
import { texts } from './texts';
import type { TrailState } from './trail-query';

/** The resources that have events: those that the texts name. */
const allEntities = Object.keys(texts.en).flatMap((key) => (key.startsWith('one.') ? [key.slice(4)] : []));

/** Returns the kinds of records whose events the service shows to the caller (contract/history.ts). */
function entitiesFor(me: Me | null, screens: Readonly<Record<string, Screen>>): readonly string[] {
  if (me === null) return allEntities;
  if (!me.rights) return me.role === 'accountant' ? ['businessday', 'sales'] : allEntities;
  return allEntities.filter((name) => {
    const screen = screens[name];
    return screen ? readsHistory(me, screen.contract) : ofTheBooks.includes(name) && readsBooks(me);
  });
}

/** Filter chips of the audit trail: time, user or key, resource, action, one record. */
export function TrailChips({ state, events }: { state: TrailState; events: readonly JsonObject[] }) {
  const { current, screens, source } = useApp();
  const entities = entitiesFor(current.me, screens);
  const { filters, change } = state;
  const tell = useTextOf('event');
  const setId = filters.changeset_id;
  const set = useQuery({
    ...recordLabelQuery(source, screens['changeset']!.contract, setId ?? ''),
    enabled: setId !== null && mayRead(current.me, screens['changeset']!.contract.access),
  }).data;
  const nameOfRecord = useRecordOfFilter(events, filters.entity_id);
  const nameOfSet = typeof set?.['name'] === 'string' ? set['name'] : shortId(setId ?? '');
  const actors = events.map(({ user_id: user, key_id: key, who }) => ({
    user_id: textOf(user),
    key_id: textOf(key),
    who: textOf(who),
  }));
  return (
    <>
      <TimeChip resource="event" filters={filters} change={change} />
      <WhoChip
        resource="event"
        filters={filters}
        change={change}
        listLabel={tell('filter.people')}
        actors={actors}
      />
      <SetChip
        label={tell('filter.entity')}
        values={entities}
        text={(value) => tell(`one.${value}`)}
        chosen={filters.entity}
        onChange={(entity) => change({ entity })}
      />
      <SetChip
        label={tell('filter.action')}
        values={actions}
        text={(value) => tell(`action.${value}`)}
        chosen={filters.action}
        onChange={(action) => change({ action })}
      />
      <RecordChip state={state} entities={entities} name={nameOfRecord} />
      <FieldChip state={state} />
      {setId !== null && (
        <SetChip
          label={tell('filter.changeset_id')}
          values={[setId]}
          text={() => nameOfSet}
          chosen={[setId]}
          onChange={() => change({ changeset_id: null })}
        />
      )}
    </>
  );
}

/** Filter chip for what changed one field. Which fields there are is known once one type of record is chosen. */
function FieldChip({ state }: { state: TrailState }) {
  const { screens } = useApp();
  const { entity: kinds, field } = state.filters;
  const [kind = ''] = kinds;
  const tell = useTextOf('event');
  const say = useTextOf(kind);
  const contract = kinds.length === 1 ? screens[kind]?.contract : undefined;
  if (!contract && field === null) return null;
  const keys = contract
    ? [
        ...Object.entries(contract.fields).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name])),
        'active',
        ...Object.keys(contract.data.shape).map((name) => `data.${name}`),
      ]
    : [];
  const labels = new Map(
    // What has no label is no field of the form.
    keys.filter((key) => say(key) !== key).map((key) => [pointerOf(key.split('.')), say(key)]),
  );
  const label = tell('filter.field');
  const close = () => state.change({ field: null });
  return (
    <Chip
      label={label}
      value={field === null ? undefined : (labels.get(field) ?? field)}
      onRemove={field === null ? undefined : close}
      menu={
        <OptionList
          label={label}
          options={[...labels].map(([value, text]) => ({ value, label: text }))}
          selected={field === null ? [] : [field]}
          onToggle={(value, isOn) => state.change({ field: isOn ? value : null })}
        />
      }
    />
  );
}

/** Returns what the record of the filter is called, as its events have it or as it is; or its shortened id. */
export function useRecordOfFilter(events: readonly JsonObject[], id: string | null): string {
  const mine = events.filter(({ entity_id }) => entity_id === id);
  const entity = textOf(mine[0]?.['entity']);
  const nameOf = useRecordNames(id === null || entity === '' ? [] : [[id.toLowerCase(), entity]]);
  if (id === null) return '';
  const names = mine.flatMap(({ after, payload }) => [after, payload]).filter(isObject);
  return textOf(names.find(({ name }) => textOf(name) !== '')?.['name']) || (nameOf(id) ?? shortId(id));
}
