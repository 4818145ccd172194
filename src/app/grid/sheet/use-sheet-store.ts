import { MutationObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChangeSet } from '../../changes/change-sets';
import { useChangeSets } from '../../changes/use-change-sets';
import { useMostAtOnce } from '../../changes/use-most-at-once';
import { toast } from '@/ui/overlays/toast-store';
import type { RowPage } from '../../data/row-source';
import { useText, useTextOf, usePageText } from '../../i18n/i18n';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import { listNameOf, type Screen } from '../../shell/screen';
import type { CellEdits } from '../edit/cell-edits';
import { updatePages } from '../edit/write-cell';
import type { Pending } from './pending';
import { useFieldLabel } from '../columns/grid-head';
import { findDraft, readRows, refusedItems, settledSet } from './set-wire';
import { createSheetStore, type Applied, type SheetPorts, type SheetStore } from './sheet-store';
import { texts } from './texts';
import { useCollecting } from './collecting';

/** The toast of the last change that was applied at once; a later one replaces it. */
const toastId = 'cell-saved';

/** Returns the sheet of a list, with the draft that the service keeps of it, if it keeps change sets. */
export function useSheetStore(
  screen: Screen,
  edits: CellEdits,
  {
    onRefused,
    hasStrip,
  }: {
    readonly onRefused: (refused: Applied['refused']) => void;
    /** Returns whether a strip says what comes of the change, with an Undo of its own. */
    readonly hasStrip: () => boolean;
  },
): SheetStore {
  const { contract } = screen;
  const list = listNameOf(screen);
  const { origin = 'grid' } = screen;
  const { current } = useApp();
  const queries = useQueryClient();
  const say = usePageText('grid/sheet', texts);
  const sayOf = useTextOf(contract.name);
  const title = screen.title ?? sayOf('title');
  const errorText = useErrorText();
  const { client, me, server } = current;
  const keepsDrafts = server.can.changeSets;
  const sets = useChangeSets();
  const owner = me?.user?.id ?? me?.key?.id ?? '';
  const sayCore = useText();
  const label = useFieldLabel(contract.name);
  const labelOf = (field: string) => {
    const column = screen.columns.find(({ editing }) => editing?.field === field);
    return column ? label(column) : field;
  };
  const now = { say, sayCore, title, errorText, edits, onRefused, hasStrip, labelOf };
  const latest = useRef({ ...now, isHere: true });
  useLayoutEffect(() => {
    latest.current = { ...latest.current, ...now };
  });
  // eslint-disable-next-line react/refs -- `latest` is read when something is stored, long after this has rendered
  const [store] = useState(() => {
    /** A mutation, so that cached queries of the resource are invalidated. */
    const written = <T>(work: () => Promise<T>): Promise<T> =>
      new MutationObserver(queries, { mutationKey: [contract.name, 'sheet'], mutationFn: work }).mutate();
    const ports: SheetPorts = {
      keepsDrafts,
      collect: async (items, into, made) => {
        const { name, data } = made;
        const given = Object.entries(data).filter(([, value]) => value !== null);
        const set = { name, origin, data: { ...Object.fromEntries(given), auto_name: name, list, owner } };
        return sets.collect(set, items, into === null ? {} : { into });
      },
      madeOf({ formulas, fields }) {
        const { say: text, title: of, labelOf } = latest.current;
        const parts = [...formulas, ...fields.map(labelOf)];
        const what = parts.slice(0, mostNamed).join(', ') + (parts.length > mostNamed ? ' …' : '');
        const name = text('setName', { title: of, what }).slice(0, 120);
        return {
          name,
          data: { formula: formulas.length > 0 && fields.length === 0 ? formulas.join('; ') : null },
        };
      },
      async rename(draft, { name, data }) {
        const set = await sets.get(draft);
        if (set.data['auto_name'] !== set.name || set.name === name) return;
        await sets.change(draft, { name, data: { ...data, auto_name: name } });
      },
      async remove(draft, items) {
        const named = items.map(({ recordId, pointers }) => ({
          resource: contract.name,
          record_id: recordId,
          ...(pointers && { pointers }),
        }));
        for (let at = 0; at < named.length; at += mostItems)
          // eslint-disable-next-line no-await-in-loop
          await sets.remove(draft, named.slice(at, at + mostItems));
      },
      discard: async (draft) => {
        await sets.move(draft, 'discard');
      },
      apply: (items, made, records) =>
        written(async () => {
          if (!keepsDrafts) return storeEach(records);
          const { say: text, title: of } = latest.current;
          const name =
            made?.name ?? text('setName', { title: of, what: text('records', { count: items.length }) });
          const set = await sets.applyNow({ name, origin, data: { ...made?.data, list } }, items);
          return applied(
            set,
            items.map(({ recordId }) => recordId ?? ''),
          );
        }),
      undo: (set, records) =>
        written(async () => {
          const made = await settledSet(sets, await sets.move(set, 'undo'));
          return applied(await sets.move(made.id, 'apply'), records);
        }),
      undoSingle: () => latest.current.edits.undo(),
      redoSingle: () => latest.current.edits.redo(),
      onTaken(cells) {
        for (const cell of cells) latest.current.edits.discard(cell);
      },
      onRows(rows) {
        for (const row of rows)
          updatePages(
            queries.getQueriesData<RowPage>({ queryKey: [contract.name, 'page'] }),
            row,
            (key, page) => queries.setQueryData(key, page),
          );
        latest.current.edits.accept(rows);
      },
      onApplied({ rows, refused }, isUndo) {
        const { say: text } = latest.current;
        const left = new Set(refused.map(({ id }) => id));
        const changed = rows.filter(({ id }) => !left.has(id)).length;
        latest.current.onRefused(isUndo ? [] : refused);
        const detail = isUndo && left.size > 0 ? text('notUndone', { count: left.size }) : undefined;
        if (detail !== undefined && changed === 0) {
          toast.failed({ id: toastId, title: detail });
          return;
        }
        const inStrip = !isUndo && latest.current.hasStrip();
        if (inStrip && left.size === 0) {
          toast.hide(toastId);
          return;
        }
        const undo = { label: text('undo'), onClick: () => created.undo() };
        toast.saved({
          id: toastId,
          title: text(isUndo ? 'undone' : 'applied', { count: changed }),
          detail,
          action: isUndo || inStrip || !latest.current.isHere ? undefined : undo,
        });
      },
      onFailed(error) {
        const { say: text, errorText: why } = latest.current;
        toast.failed({
          id: toastId,
          title: text('notApplied'),
          detail: why(error),
          action: { label: text('close'), onClick: () => {} },
        });
      },
    };
    /** Stores records one by one, and says of which the server has changed more than that. */
    const storeEach = async (records: Pending): Promise<Applied> => {
      const { editCells } = await import('./edit-cells');
      const { say: text, sayCore, errorText: why } = latest.current;
      const { unlike, ...stored } = await editCells(client, contract, records, {
        conflict: text('conflict'),
        errorText: why,
      });
      if (unlike.length > 0)
        toast.failed({
          title: sayCore('cell.savedUnlike', { name: unlike.map(({ name }) => name).join(', ') }),
          detail: [...new Set(unlike.flatMap(({ fields }) => fields))].join(', '),
          action: { label: text('close'), onClick: () => {} },
        });
      return stored;
    };
    const applied = async (set: ChangeSet, records: readonly string[]): Promise<Applied> => {
      const { id } = await settledSet(sets, set);
      const [rows, refused] = await Promise.all([
        readRows(client, contract.name, records),
        refusedItems(client, id, latest.current.say('conflict')),
      ]);
      return { id, rows, refused };
    };
    const created: SheetStore = createSheetStore(contract.name, ports);
    return created;
  });
  useEffect(() => {
    latest.current.isHere = true;
    return () => {
      latest.current.isHere = false;
    };
  }, []);
  const mostAtOnce = useMostAtOnce();
  useLayoutEffect(() => store.limit(mostAtOnce), [store, mostAtOnce]);
  const { isOn, set } = useCollecting(list);
  const { isCollecting } = useSyncExternalStore(store.subscribe, store.get);
  // The switch stands in the toolbar, which is another part of the page.
  useEffect(() => store.collectChanges(isOn), [store, isOn]);
  useEffect(() => {
    if (isCollecting && !isOn && keepsDrafts) set(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the sheet begins to collect, not when the switch is put off
  }, [isCollecting]);
  useEffect(() => {
    if (!keepsDrafts || owner === '') return;
    findDraft(client, { list, origin, resource: contract.name }, owner, screen.columns).then(
      (draft) => {
        if (draft && store.get().draft === null && store.get().pending.size === 0) store.restore(draft);
      },
      // Without it the list is as it is stored; the draft still stands in Changes.
      () => undefined,
    );
  }, [client, contract.name, list, origin, keepsDrafts, owner, screen.columns, store]);
  return store;
}

/** The most formulas and fields that the name of a set lists. */
const mostNamed = 3;
/** The most items that a request adds to a set (docs/design.md#change-sets). */
const mostItems = 1000;
