import { queryOptions, useQuery } from '@tanstack/react-query';
import { besideOf, readTrail, readsHistory, type Beside } from '@/contract/history';
import type { Resource } from '@/contract/resource';
import { allows } from '@/contract/role';
import { HistoryList } from '@/ui/display/facts';
import { SideSection } from '@/ui/layout/split-view';
import { BySet } from '../../changes/by-set';
import { EarlierRemoved } from '../../log/event-horizon';
import { useApp } from '../../shell/app-context';
import type { Client } from '../../data/client';
import { changesBetween, type Change } from '@/record/diff';
import { isArray, isObject, parseRecord, type Json, type JsonObject } from '@/record/json';
import { listChange } from '@/record/merge';
import { useFormat } from '../../i18n/use-format';
import { useDescribe, type Describer } from '../engine/describe';
import { useRecord } from '../engine/record-context';
import { useFormText, type SayForm } from '../texts';
import { textOf } from '../engine/number-text';

const shown = 4;
const shownChanges = 4;

/** Query of a record's last events (docs/interface.md#6-events), newest first, keeping numbers to the digit. */
export const historyQuery = (client: Client, resource: string, id: string) =>
  queryOptions({
    queryKey: [resource, 'history', id],
    queryFn: async ({ signal }): Promise<JsonObject[]> => {
      const path = `/api/secure/event?entity=${resource}&entity_id=${id}&sort=-at&limit=${shown}`;
      const events = parseRecord(await client.text(path, signal))['data'];
      return isArray(events) ? events.filter(isObject) : [];
    },
  });

/**
 * Who changed the record last, when, and what; shown if the user may read the audit trail and the record belongs to
 * the company. For a parent's record it names the owner. If the trail cannot be read, nothing is shown. `onAll` opens
 * the comparison of all versions.
 */
export function RecordHistory({ resource, onAll }: { resource: Resource; onAll: () => void }) {
  const { client, me } = useApp().current;
  const say = useFormText();
  const format = useFormat();
  const describe = useDescribe();
  const id = useRecord((state) => textOf(state.base['id']));
  const owner = useRecord((state) => state.base['company_id']);
  const isOpen = me !== null && readsHistory(me, resource) && owner === me.company.id;
  const query = useQuery({ ...historyQuery(client, resource.name, id), enabled: isOpen });
  const above = me?.company.ancestors.find((company) => company.id === owner);
  if (above && me && allows(me, readTrail)) {
    return (
      <SideSection title={say('history.title')}>
        <p className="muted">{say('history.parents', { company: above.name })}</p>
      </SideSection>
    );
  }
  if (!query.data?.length) return null;
  return (
    <SideSection
      title={say('history.title')}
      action={
        <button type="button" className="link" onClick={onAll}>
          {say('history.all')}
        </button>
      }
    >
      <HistoryList
        entries={query.data.map((event) => ({
          key: textOf(event['id']),
          who: textOf(event['who']) || say('history.unknown'),
          when: format.moment(event['at']),
          ...(typeof event['changeset_id'] === 'string' && { by: <BySet event={event} /> }),
          changes:
            event['after'] === null
              ? [{ label: say('history.erased') }]
              : event['action'] === 'create'
                ? [{ label: say('history.created') }]
                : linesOf(describe, event, say),
        }))}
      />
      {query.data.length < shown && query.data.at(-1)?.['action'] !== 'create' && <EarlierRemoved />}
    </SideSection>
  );
}

interface Line {
  label: string;
  was?: string;
  now?: string;
}

/** Fields that the service writes with every change. */
const serverWritten = new Set(['version', 'modified_at', 'data.modified_at']);

function linesOf(describe: Describer, event: JsonObject, say: SayForm): Line[] {
  const beside = besideOf(event);
  if (beside !== null) return [{ label: say(besideText(beside, event)) }];
  const changes = changesBetween(event['before'], event['after']).filter(
    ({ path }) => !serverWritten.has(path.join('.')),
  );
  if (changes.length === 0) return [{ label: say('history.nothing') }];
  const lines = changes.slice(0, shownChanges).map((change) => lineOf(describe, change, say('empty')));
  const left = changes.length - lines.length;
  return left > 0 ? [...lines, { label: say('history.more', { count: left }) }] : lines;
}

/** Returns the text of what was done beside a record. */
function besideText(beside: Beside, { payload }: JsonObject) {
  if (beside !== 'accepted') return `history.${beside}` as const;
  return isObject(payload) && payload['accepted'] === 'join' ? 'history.joined' : 'history.reset';
}

function lineOf(describe: Describer, { path, was, now }: Change, empty: string): Line {
  const label = describe.label(path);
  const list = listChange(was, now);
  if (list) {
    const words = (sign: string, values: readonly Json[]) =>
      values.map((value) => `${sign} ${describe.value(path, [value])}`);
    return { label, now: [...words('+', list.added), ...words('−', list.removed)].join(', ') };
  }
  const read = (value: Json | undefined) => describe.value(path, value) || empty;
  return { label, was: read(was), now: read(now) };
}
