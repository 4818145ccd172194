import { useApp } from '@/app/shell/app-context';
import { ListPage } from '@/app/grid/list-page';
import { defineList, type Screen } from '@/app/shell/screen';
import { usePhone } from '@/ui/layout/use-phone';
import { pos } from './contract';
import { mayPairTills, pairingAt, tillsAt, tillsQuery } from './till/tills';
import { useQuery } from '@tanstack/react-query';
import { noValue } from '@/app/i18n/format';
import { useFormat } from '@/app/i18n/use-format';
import type { Entity } from '@/contract/resource';
import { lowerFirst } from '@/record/words';
import { useTillWords } from './till/till-words';
import { useTillText } from './till/texts';

interface Row {
  row: Entity<typeof pos>;
}

/** Cell that says whether a till is paired with the register, and when it was heard from last. */
function TillCell({ row }: Row) {
  const say = useTillText();
  const format = useFormat();
  const { data, dataUpdatedAt: now } = useQuery(tillsQuery(useApp().current.client));
  const words = useTillWords(now);
  if (!data) return noValue;
  const tills = tillsAt(data, row.id);
  if (tills.length === 0) {
    const isWaiting = pairingAt(data, row.id) !== undefined;
    return <span className="muted">{say(isWaiting ? 'waiting' : 'none')}</span>;
  }
  const last = tills
    .flatMap(({ last_used_at: at }) => at ?? [])
    .toSorted()
    .at(-1);
  const heard = last === undefined ? say('isPaired') : words.heard(last);
  return (
    <span title={last === undefined ? undefined : format.momentLong(last)}>
      {tills.length === 1 ? heard : say('several', { count: tills.length, heard: lowerFirst(heard) })}
    </span>
  );
}

/** Cell with what the register's till says of its version. */
function TillVersionCell({ row }: Row) {
  const { data } = useQuery(tillsQuery(useApp().current.client));
  return tillsAt(data, row.id)[0]?.version ?? noValue;
}

export { texts } from './texts';

/** The columns of the list, which are not part of the first load. */
const { columns } = defineList(pos, {
  columns: [
    { field: 'pos_num', as: 'code', width: 84 },
    { field: 'name', as: 'name', width: 240 },
    { field: 'location_id', as: 'reference', bulk: true, width: 200 },
    { key: 'till', cell: TillCell, width: 170 },
    { key: 'till_version', cell: TillVersionCell, width: 110, priority: 2, tone: 'muted' },
    { field: 'data.model', as: 'text', bulk: true, width: 160, priority: 2 },
    { field: 'data.serial', as: 'text', width: 140, priority: 3 },
    { field: 'data.note', as: 'text', width: 220, extra: true },
    { field: 'created_at', as: 'moment', width: 130, extra: true },
    { field: 'modified_at', as: 'moment', width: 130, tone: 'muted' },
  ],
  filters: [],
});
const withoutTills = columns.filter(({ key }) => !key.startsWith('till'));
/** On a phone the till stands at the right, as a figure does: below the name there is room for number and location alone. */
const onPhone = columns.map((column) =>
  column.key === 'till' ? { ...column, align: 'right' as const } : column,
);

/** List of registers, with their tills for who may pair them. */
export function List({ screen }: { screen: Screen }) {
  const { current } = useApp();
  const isPhone = usePhone();
  const shown = !mayPairTills(current) ? withoutTills : isPhone ? onPhone : columns;
  return <ListPage screen={{ ...screen, columns: shown }} />;
}
