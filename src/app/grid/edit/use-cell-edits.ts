import { MutationObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/ui/overlays/toast-store';
import { useApp } from '../../shell/app-context';
import { addTexts, useText, useTextOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { useUiStrings } from '@/ui/display/ui-strings';
import type { RowPage } from '../../data/row-source';
import type { Screen } from '../../shell/screen';
import type { Row } from '../../data/row';
import {
  cellKey,
  createCellEdits,
  type CellChange,
  type CellEdits,
  type CellEditsState,
  type CellMark,
} from './cell-edits';
import { useFailureText } from './failure-text';

/** The toast of the last saved cell; a later one replaces it. */
const toastId = 'cell-saved';

/** Returns the cell edits of one list and their state. */
export function useCellEdits(screen: Screen): { edits: CellEdits; state: CellEditsState } {
  const { contract } = screen;
  const { current, source } = useApp();
  const format = useFormat();
  const queries = useQueryClient();
  const { i18n } = useTranslation();
  const say = useText();
  const label = useTextOf(contract.name);
  // The messages of validation that all forms share; loaded with the first save.
  const sayForm = useTextOf('form');
  const separator = useUiStrings().decimalSeparator;
  const failureText = useFailureText();
  const now = { current, source, format, say, label, sayForm, separator, failureText };
  const latest = useRef({ ...now, isHere: true });
  useLayoutEffect(() => {
    latest.current = { ...latest.current, ...now };
  });
  useEffect(() => {
    latest.current.isHere = true;
    return () => {
      latest.current.isHere = false;
      toast.hide(toastId);
    };
  }, []);

  // eslint-disable-next-line react/refs -- `latest` is read when something is saved, long after this has rendered
  const [edits] = useState(() => {
    const asked = new Set<string>();
    /** Returns what is wrong with a value, or doubtful and not asked about before. */
    const check = async (row: Row, change: CellChange): Promise<string | null> => {
      const loaded = await screen.checks?.();
      if (!loaded) return null;
      const [{ checkCell }, { checkContext }] = await Promise.all([
        import('./check-cell'),
        import('../../form/checks/use-record-checks'),
      ]);
      addTexts(i18n, contract.name, loaded);
      const { source, format, label, say, current: session } = latest.current;
      const context = checkContext({ source, queries, format, me: session.me }, contract, row.id);
      // What cannot be looked up now is not asked about: the save itself says what fails.
      const found = await checkCell(loaded.checks, row, change, context, label).catch(() => null);
      const question = `${cellKey(change.id, change.field)}/${String(change.value)}/${found?.text}`;
      if (!found || (found.isDoubt && asked.has(question))) return null;
      asked.add(question);
      return found.isDoubt ? `${found.text} ${say('cell.again')}` : found.text;
    };
    const created: CellEdits = createCellEdits({
      async write(row, change, kind) {
        const { texts, writeCell } = await import('./write-cell');
        addTexts(i18n, 'form', { texts });
        // What was stored before is put back without a question.
        const found = kind === 'edit' ? await check(row, change) : null;
        if (found) return { kind: 'refused', text: found };
        const { current: signedIn, sayForm, separator } = latest.current;
        const { client, server } = signedIn;
        // A mutation, so that cached queries of the resource are invalidated.
        const mutation = new MutationObserver(queries, {
          mutationKey: [contract.name, 'cell'],
          mutationFn: () =>
            writeCell({ client, resource: contract, server, say: sayForm, separator }, row, change),
        });
        return mutation.mutate();
      },
      saved(row, change, kind, deviations) {
        updatePages(
          queries.getQueriesData<RowPage>({ queryKey: [contract.name, 'page'] }),
          row,
          (key, page) => queries.setQueryData(key, page),
        );
        if (deviations.length > 0)
          toast.failed({
            title: latest.current.say('cell.savedUnlike', { name: change.name }),
            detail: deviations.map((field) => latest.current.label(field)).join(', '),
            action: { label: latest.current.say('part.close'), onClick: () => {} },
          });
        if (!latest.current.isHere || deviations.length > 0) return;
        const isUndo = kind === 'undo';
        const title = latest.current.say(isUndo ? 'cell.undone' : 'cell.saved', { name: change.name });
        const undo = { label: latest.current.say('bulk.undo'), onClick: () => created.undo() };
        toast.saved({ id: toastId, title, action: isUndo ? undefined : undo });
      },
      failed(mark, kind) {
        // It still says that the value was saved, with an Undo that was tried.
        if (kind !== 'edit') toast.hide(toastId);
        // The list was left, so its foot cannot show the failure.
        if (latest.current.isHere) return;
        toast.failed({
          title: latest.current.say('cell.notSaved', failureValues(mark, latest.current.label)),
          detail: latest.current.failureText(mark),
          action: { label: latest.current.say('part.close'), onClick: () => {} },
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

/** Replaces a record in the cached pages of its list by the saved one. */
export function updatePages(
  pages: readonly (readonly [readonly unknown[], RowPage | undefined])[],
  row: Row,
  set: (key: readonly unknown[], page: RowPage) => void,
): void {
  for (const [key, page] of pages)
    if (page?.rows.some((one) => one.id === row.id))
      set(key, { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) });
}
