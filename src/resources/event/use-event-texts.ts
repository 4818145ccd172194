import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApp } from '@/core/app/shell/app-context';
import { textOf } from '@/core/app/form/engine/number-text';
import { useTextOf } from '@/core/app/i18n/i18n';
import { shortId } from '@/core/app/log/log-chips';
import { recordLabelQuery } from '@/core/app/data/queries';
import { isObject, type JsonObject } from '@/core/app/record/json';
import { useFormat } from '@/core/app/i18n/use-format';
import { isErased, referencesOf, recordOf } from './difference';
import { linesOf, type Line } from './event-lines';

/** The texts of an event on its page. */
export interface EventTexts {
  /** The past tense: "Changed", "Deactivated". */
  readonly verb: string;
  /** The kind of record: "product". */
  readonly kind: string;
  readonly name: string;
  /** Address of the record's form; null if it has none. */
  readonly href: string | null;
  readonly who: string;
  readonly lines: readonly Line[];
  /** Shown instead of the differences if there are none. */
  readonly remark: string | null;
}

/** Returns the texts of an event. The names of referenced records are loaded and filled in when they arrive. */
export function useEventTexts(event: JsonObject): EventTexts {
  const { screens, source } = useApp();
  const entity = textOf(event['entity']);
  const screen = screens[entity];
  const tell = useTextOf('event');
  const say = useTextOf(entity);
  const format = useFormat();
  const named = useMemo(
    () =>
      (screen ? [...referencesOf(screen.contract, event)] : []).filter(([, resource]) => screens[resource]),
    [screen, screens, event],
  );
  const names = useQueries({
    queries: named.map(([id, resource]) => recordLabelQuery(source, screens[resource]!.contract, id)),
    combine: (results) => results.map(({ data, isPending }) => (isPending ? '…' : nameIn(data))),
  });
  const resource = screen?.contract;
  const nameOf = (id: string) => {
    const at = named.findIndex(([known]) => known === id.toLowerCase());
    return names[at] || undefined;
  };
  const lines = linesOf(event, { resource, say, tell, format, nameOf });
  const id = textOf(event['entity_id']);
  const kindKey = `one.${entity}`;
  const kind = tell(kindKey);
  return {
    verb: tell(verbOf(event)),
    kind: kind === kindKey ? entity : kind,
    name: nameOfRecord(event) || shortId(id),
    href: screen?.form ? `${screen.path}/${id}` : null,
    who: textOf(event['who']) || tell('somebody'),
    lines,
    remark:
      lines.length > 0
        ? null
        : event['action'] === 'erase'
          ? tell('erasure')
          : isErased(event)
            ? tell('wasErased')
            : event['action'] === 'update'
              ? tell('nothing')
              : null,
  };
}

const nameIn = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' ? row.name : '';

function nameOfRecord(event: JsonObject): string {
  const before = event['before'];
  return textOf(recordOf(event)?.['name']) || (isObject(before) ? textOf(before['name']) : '');
}

function verbOf({ action, before, after }: JsonObject): string {
  if (action === 'create') return 'created';
  if (action === 'erase') return 'erased';
  if (!isObject(before) || !isObject(after) || before['active'] === after['active']) return 'changed';
  return after['active'] === true ? 'activated' : 'deactivated';
}
