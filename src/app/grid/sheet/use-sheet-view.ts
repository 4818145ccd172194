import { useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { usePageText } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import type { Row } from '../../data/row';
import type { Screen } from '../../shell/screen';
import { cellKey, type CellEdits, type CellEditsState } from '../edit/cell-edits';
import { asItWouldBe, withLive } from './pending';
import { cellsOf, widthsOf } from './pending-cells';
import type { Live } from './sheet-bar';
import type { SheetState, SheetStore } from './sheet-store';
import type { SheetView } from './sheet-view';
import { texts } from './texts';
import type { SheetReading } from './use-sheet-reading';

/**
 * Returns what the grid shows of a sheet. It changes with the changes alone, and not with each scroll step: `latest` is
 * read when it is needed.
 */
export function useSheetView(options: {
  screen: Screen;
  store: SheetStore;
  pending: SheetState['pending'];
  /** Values that are only shown while something is typed. */
  live: Live | null;
  /** Why values were not taken, by cell. */
  refused: ReadonlyMap<string, { readonly why: string }>;
  edits: CellEdits;
  editsState: CellEditsState;
  latest: { readonly current: Latest };
  /** Called when a cell was collected, whose earlier value may have been refused. */
  onCollected: (cell: string) => void;
}): SheetView {
  const { screen, store, pending, live, refused, edits, editsState, latest } = options;
  const { name: resource } = screen.contract;
  const { columns } = screen;
  const say = usePageText('grid/sheet', texts);
  const format = useFormat();
  const percent = { format: (value: string) => format.decimal(value, 1), fresh: say('new') };
  const words = useRef({ percent, onCollected: options.onCollected });
  useLayoutEffect(() => {
    words.current = { percent, onCollected: options.onCollected };
  });
  return useMemo((): SheetView => {
    const refusedOf = new Map<string, Map<string, string>>();
    for (const [key, { why }] of refused) {
      const cut = key.indexOf('/');
      const id = key.slice(0, cut);
      refusedOf.set(id, (refusedOf.get(id) ?? new Map<string, string>()).set(key.slice(cut + 1), why));
    }
    const recordOf = (row: Row) => (live ? withLive(pending.get(row.id), live(row)) : pending.get(row.id));
    return {
      key: (event) => latest.current.key(event),
      edits: {
        ...edits,
        save(row, change, shown) {
          if (!store.get().isCollecting) {
            const work = edits.save(row, change, shown);
            store.noteSingle(work);
            return work;
          }
          return collectOne();
          async function collectOne() {
            const check = await latest.current.reading.checker(false);
            const found = await check(row, change, change.value);
            if (found) {
              edits.retain(row, change, { kind: 'refused', text: found.text });
              return false;
            }
            await store.change([{ row, editing: change, value: change.value }]);
            words.current.onCollected(cellKey(change.id, change.field));
            return true;
          }
        },
        retry(key) {
          const work = edits.retry(key);
          store.noteSingle(work);
          return work;
        },
        undo() {
          store.undo();
          return true;
        },
        redo() {
          store.redo();
          return true;
        },
      },
      state: {
        ...editsState,
        rows: new Map([...editsState.rows].map(([id, row]) => [id, asItWouldBe(row, pending.get(id))])),
      },
      widths: widthsOf(
        live ? latest.current.loaded().flatMap((row) => recordOf(row) ?? []) : [...pending.values()],
        columns,
        (one, value) => latest.current.reading.textOf(one, value),
      ),
      rowOf: (row) => asItWouldBe(row, pending.get(row.id)),
      cellsOf(row) {
        const record = recordOf(row);
        const whys = refusedOf.get(row.id);
        if (!record && !whys) return undefined;
        return cellsOf(
          row,
          { record, refused: whys },
          {
            resource,
            textOf: (one, value) => latest.current.reading.textOf(one, value),
            percent: words.current.percent,
          },
        );
      },
    };
  }, [pending, live, refused, edits, editsState, store, resource, columns, latest]);
}

/** What a sheet knows as it was rendered last. */
interface Latest {
  readonly reading: SheetReading;
  readonly loaded: () => readonly Row[];
  readonly key: (event: KeyboardEvent) => boolean;
}
