import { useQuery } from '@tanstack/react-query';
import { pathOf } from '@/contract/pointer';
import { HistoryList } from '@/ui/display/facts';
import { Link } from '@/ui/layout/link';
import { SideSection } from '@/ui/layout/split-view';
import type { Client } from '../data/client';
import { useDescribe } from '../form/engine/describe';
import { defineTexts, usePageText } from '../i18n/i18n';
import { useFormat } from '../i18n/use-format';
import { useApp } from '../shell/app-context';
import { outcomesQuery } from './outcome/outcome-query';
import { endsText, isEmptyNow, outcomeTexts, shortTexts } from './outcome/outcome-texts';
import { createChangeSets, type ChangeSet, type SetItem } from './change-sets';

const texts = defineTexts({
  en: {
    title: 'Planned changes',
    draft: 'Draft, not applied',
    waiting: 'Waits for approval',
    running: 'Is being applied',
    deactivates: 'Is deactivated',
  },
  fi: {
    title: 'Suunnitellut muutokset',
    draft: 'Luonnos, ei otettu käyttöön',
    waiting: 'Odottaa hyväksyntää',
    running: 'Otetaan käyttöön',
    deactivates: 'Poistetaan käytöstä',
  },
});

/** Sets of which it is open what becomes of their items. */
const open = 'preparing,previewing,running,stopped,waiting,draft,scheduled';
/** The most sets that are shown; the list of sets has the others. */
const most = 5;

interface Planned {
  readonly set: ChangeSet;
  readonly item: SetItem;
}

/** Query of what change sets that are not applied yet would make of a record. */
const plannedQuery = (client: Client, id: string) => ({
  queryKey: ['changeset', 'planned', id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Planned[]> => {
    const filters = { status: open, record_id: id, sort: '-modified_at', pageSize: most };
    const { rows } = await client.list<ChangeSet>('changeset', filters, signal);
    const sets = createChangeSets(client);
    const pages = await Promise.all(rows.map((set) => sets.items(set.id, { record_id: id }, signal)));
    return pages.flatMap(({ items }, n) => {
      const [set, item] = [rows[n], items[0]];
      const isOut = item?.state === 'refused' || item?.state === 'kept' || item?.state === 'unchanged';
      return set && item && !isOut ? [{ set, item }] : [];
    });
  },
});

/** What drafts and scheduled change sets would make of the record of a form: each field before and after. */
export function PlannedChanges({ id }: { id: string }) {
  const { current, screens } = useApp();
  const say = usePageText('changes/planned', texts);
  const format = useFormat();
  const describe = useDescribe();
  const { data = [] } = useQuery(plannedQuery(current.client, id));
  const sayOutcome = usePageText('changes/outcome', outcomeTexts);
  const { data: outcomes } = useQuery(
    outcomesQuery(
      current.client,
      data.map(({ set }) => set),
      { record_id: id },
    ),
  );
  const path = screens['changeset']?.path;
  if (data.length === 0 || path === undefined) return null;
  const whenOf = ({ status, due_at: due }: ChangeSet): string => {
    if (status === 'scheduled' && due !== null) return format.moment(due);
    return say(status === 'waiting' || status === 'running' ? status : 'draft');
  };
  const noteOf = (set: ChangeSet) => {
    const outcome = outcomes?.get(set.id);
    const notes = outcome
      ? [...(isEmptyNow(outcome) ? [sayOutcome('shortEmpty')] : []), ...shortTexts(outcome, sayOutcome)]
      : [];
    if (!outcome || notes.length === 0) return {};
    const ends = outcome.others.length > 0 ? [endsText(outcome, sayOutcome)] : [];
    return { by: [...notes.map((note) => `${note}.`), ...ends].join(' ') };
  };
  return (
    <SideSection title={say('title')}>
      <HistoryList
        entries={data.map(({ set, item }) => ({
          key: set.id,
          who: (
            <Link className="link" href={`${path}/${set.id}`}>
              {set.name}
            </Link>
          ),
          when: whenOf(set),
          ...noteOf(set),
          changes: item.cells.map(({ pointer, before, after }) => {
            const at = pathOf(pointer);
            if (pointer === '/active' && after === false) return { label: say('deactivates') };
            return {
              label: describe.label(at),
              ...(before !== undefined && { was: describe.value(at, before) }),
              ...(after !== undefined && { now: describe.value(at, after) }),
            };
          }),
        }))}
      />
    </SideSection>
  );
}
