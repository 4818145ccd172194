import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { useText, useTextOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useUiStrings } from '@/ui/display/ui-strings';
import type { Screen } from '../../shell/screen';
import {
  createCellEdits,
  savedToast,
  type CellEdits,
  type CellEditsState,
  type CellMark,
} from './cell-edits';
import { useFailureText } from './failure-text';

/** What stores a cell is loaded with the first one. */
const loadStoring = () => import('./store-cell');

/** Returns the cell edits of one list and their state. */
export function useCellEdits(screen: Screen): { edits: CellEdits; state: CellEditsState } {
  const { contract } = screen;
  const { current, source } = useApp();
  const format = useFormat();
  const queries = useQueryClient();
  const { i18n } = useTranslation();
  const say = useText();
  const label = useTextOf(contract.name);
  const sayForm = useTextOf('form');
  const separator = useUiStrings().decimalSeparator;
  const failureText = useFailureText();
  const [asked] = useState(() => new Set<string>());
  const list = { screen, current, source, format, queries, i18n, say, label, sayForm, separator, asked };
  const latest = useRef({ list, failureText, isHere: true });
  useLayoutEffect(() => {
    latest.current = { ...latest.current, list, failureText };
  });
  useEffect(() => {
    latest.current.isHere = true;
    return () => {
      latest.current.isHere = false;
      toast.hide(savedToast);
    };
  }, []);

  // eslint-disable-next-line react/refs -- `latest` is read when something is saved, long after this has rendered
  const [edits] = useState(() => {
    const created: CellEdits = createCellEdits({
      async write(row, change, kind) {
        const { storeCell } = await loadStoring();
        return storeCell(latest.current.list, row, change, kind);
      },
      async saved(row, change, kind, deviations) {
        const { showStored } = await loadStoring();
        const { list, isHere } = latest.current;
        showStored(list, { row, change, kind, deviations }, { isHere, onUndo: () => created.undo() });
      },
      failed(mark, kind) {
        // It still says that the value was saved, with an Undo that was tried.
        if (kind !== 'edit') toast.hide(savedToast);
        // The list was left, so its foot cannot show the failure.
        const { list, isHere, failureText } = latest.current;
        if (isHere) return;
        toast.failed({
          title: list.say('cell.notSaved', failureValues(mark, list.label)),
          detail: failureText(mark),
          action: { label: list.say('part.close'), onClick: () => {} },
        });
      },
    });
    return created;
  });
  return { edits, state: useSyncExternalStore(edits.subscribe, edits.get) };
}

/** Returns the values for a message about a change that is not saved. */
export const failureValues = (mark: CellMark, label: (key: string) => string) => ({
  name: mark.name,
  field: label(mark.field),
  value: mark.typed,
});
